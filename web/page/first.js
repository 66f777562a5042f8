// The first script: a classic one, so that it runs before the first paint and in browsers that know no modules.
// It chooses the language, offers `window.okey`, and can show the failure page even when no module loads.
(function () {
  "use strict";

  var root = document.documentElement;
  var manifest = document.getElementById("okey-files");
  var version = manifest ? JSON.parse(manifest.textContent).version : "?";

  /** The language the game spoke last time, else what the browser prefers: "tr" or "en". */
  function language() {
    try {
      var kept = localStorage.getItem("okey-page:language");
      if (kept) return kept;
    } catch (blocked) {
      // storage is forbidden here (a frame of another site): the browser's wish decides
    }
    var wanted = (navigator.languages || [navigator.language || ""]).map(function (tag) {
      return tag.slice(0, 2).toLowerCase();
    });
    for (var i = 0; i < wanted.length; i++) if (wanted[i] === "tr" || wanted[i] === "en") return wanted[i];
    return "en";
  }
  root.lang = language();

  /**
   * The page's public surface; `home.mjs` replaces `state` and `press` when the game is ready.
   * `ready` stays pending for ever if the start fails; `state()` then is `{scene: "failure", kind}`.
   */
  window.okey = {
    version: version,
    ready: new Promise(function (resolve) {
      addEventListener("okey-ready", function () { resolve(); }, { once: true });
    }),
    state: function () { return { scene: "boot" }; },
    press: refuse,
  };
  function refuse() { return false; }

  var failed = false;

  /** Shows the failure page, once: the first thing that went wrong is the one worth reading. */
  function fail(kind, text) {
    if (failed) return;
    failed = true;
    window.okey.state = function () { return { scene: "failure", kind: kind }; };
    window.okey.press = refuse;
    console.error("okey: " + kind + "\n" + text);
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", show);
    else show();

    function show() {
      var details = document.getElementById("details");
      details.textContent = ["Okey " + version + ": " + kind, navigator.userAgent, location.href, "", text].join("\n");
      document.getElementById("retry").onclick = function () { location.reload(); };
      document.getElementById("copy").onclick = copy;
      document.querySelector("[data-kind=" + kind + "]").hidden = false;
      document.getElementById("boot").hidden = true;
      document.getElementById("failure").hidden = false;
    }
  }

  function copy() {
    var details = document.getElementById("details");
    getSelection().selectAllChildren(details);
    var done = function () { document.getElementById("copy").className = "done"; };
    if (navigator.clipboard) navigator.clipboard.writeText(details.textContent).then(done, legacy);
    else legacy();

    function legacy() { // plain http, or a frame without the permission
      if (document.execCommand("copy")) done();
    }
  }

  addEventListener("okey-failure", function (event) { fail(event.detail.kind, event.detail.text); });

  // A script or style sheet that does not arrive fires an error on its element, which only a capturing listener sees.
  addEventListener("error", function (event) {
    var element = event.target;
    if (element.tagName === "SCRIPT" || element.rel === "stylesheet" || element.rel === "modulepreload") {
      fail("download", element.src || element.href);
    }
  }, true);

  if (!("noModule" in document.createElement("script"))) fail("unsupported", "no module scripts");
})();
