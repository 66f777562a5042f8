// The first script: a classic one, so that it runs before the first paint and in browsers that know no modules.
// It chooses the language, offers `window.okey`, and can show the failure page even when no module loads or Python is dead.
(function () {
  "use strict";

  var root = document.documentElement;
  root.setAttribute("data-first", "");
  var manifest = document.getElementById("okey-files");
  var listing = manifest ? JSON.parse(manifest.textContent) : { version: "?", files: {} };
  var version = listing.version;
  var folder = new URL(".", document.baseURI).href;

  /** Characters that the game's settings may have; see okey/ui/session.py. */
  var LONGEST = 4000;

  /** What the address asks for under a name, or an empty text; okey/ui/wishes.py says what it may be. */
  function asked(name) {
    return (window.URLSearchParams && new URLSearchParams(location.search).get(name)) || "";
  }

  // One of several games on a page, each with saves of its own, see storage.mjs.
  var instance = /^[\w-]{1,40}$/.test(asked("embed")) ? asked("embed") : "";
  root.setAttribute("data-instance", instance);
  if (window.parent !== window) root.setAttribute("data-embedded", "");

  /**
   * The language that is newly asked for, else the one the game spoke last time, else that of the page in English, else
   * what the browser prefers: "tr" or "en".
   */
  function language() {
    var settings = kept();
    var wish = asked("lang");
    var edition = root.lang === "en" ? ["en"] : [];
    var wanted = (navigator.languages || [navigator.language || ""]).map(subtag);
    return [wish !== (settings.wished || {}).lang && subtag(wish), settings.language].concat(edition, wanted, "en").filter(function (code) {
      return code === "tr" || code === "en";
    })[0];
  }

  function subtag(tag) { return tag.slice(0, 2).toLowerCase(); }

  /** The game's settings, if they can be read. */
  function kept() {
    try {
      var text = localStorage.getItem("okey-first:settings" + instance) || localStorage.getItem("okey:settings"); // the latter from old builds
      return (text.length > LONGEST ? null : JSON.parse(text)) || {};
    } catch (unreadable) { // there are none, they are damaged, or storage is forbidden here (a frame of another site)
      return {};
    }
  }
  root.lang = language();

  /**
   * The page's public surface; `surface.mjs` replaces `state` and `press` when the game is ready.
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

  /** Whether Python came from a snapshot and the game has not shown itself yet. */
  var restored = false;
  addEventListener("okey-restored", function () {
    restored = true;
    root.setAttribute("data-start", "snapshot");
  });
  addEventListener("okey-ready", function () { restored = false; });

  /** Starts anew without this build's snapshot, for good; where that cannot be noted down, says what is wrong. */
  function startPlain(kind, text) {
    restored = false;
    console.warn("okey: no start from a snapshot: " + kind + "\n" + text);
    noteDown("snapshot: " + kind + "\n" + text);
    var name = "okey-snapshot " + folder;
    caches.delete(name)
      .then(function () { return caches.open(name); })
      .then(function (cache) { return cache.put("refused", new Response(version)); })
      .then(function () { location.reload(); }, function () { fail(kind, text); });
  }

  /** Shows the failure page, once: the first thing that went wrong is the one worth reading. */
  function fail(kind, text) {
    if (failed) return;
    if (restored) return startPlain(kind, text);
    failed = true;
    window.okey.state = function () { return { scene: "failure", kind: kind }; };
    window.okey.press = refuse;
    dispatchEvent(new Event("okey-end"));
    console.error("okey: " + kind + "\n" + text);
    noteDown(kind + "\n" + text);
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", show);
    else show();

    function show() {
      var details = document.getElementById("details");
      details.textContent = ["Okey " + version + ": " + kind, navigator.userAgent, location.href.split("#")[0], "", text].join("\n"); // a room's code stands behind the #
      dispatchEvent(new CustomEvent("okey-details", { detail: details })); // see saves.mjs
      document.getElementById("retry").onclick = function () { again(kind); };
      document.getElementById("copy").onclick = copy;
      document.getElementById("mail").onclick = function () { mail("Okey " + version, details.textContent); };
      var clean = document.getElementById("clean"), sure = document.getElementById("sure");
      clean.hidden = kind !== "crash";
      var ask = function (asked) {
        clean.hidden = asked;
        sure.hidden = !asked;
        document.getElementById(asked ? "clean-no" : "clean").focus();
      };
      clean.onclick = function () { ask(true); };
      document.getElementById("clean-no").onclick = function () { ask(false); };
      document.getElementById("clean-yes").onclick = function () {
        setAside();
        again(kind);
      };
      document.getElementById("elsewhere").hidden = true;
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

  /** Letters of an address that every system's mail program takes. */
  var LONGEST_MAIL = 2000;

  /** Opens the mail program with a text, cut where it is too long; the player sends it, to whom they like. */
  function mail(subject, text) {
    var link = document.createElement("a");
    var address = function (body) {
      return "mailto:?subject=" + encodeURIComponent(subject) + "&body=" + encodeURIComponent(body);
    };
    text = text.replace(/[\uD800-\uDFFF]/g, "?"); // half a letter cannot be encoded
    link.href = address(text);
    while (link.href.length > LONGEST_MAIL) {
      text = text.slice(0, text.length * 0.9);
      link.href = address(text + "\u2026");
    }
    link.click();
  }
  addEventListener("okey-mail", function (event) { mail(event.detail.subject, event.detail.text); });

  /** Remembers for later starts in this tab what went wrong, so that a report can tell it; see trouble.mjs. */
  function noteDown(text) {
    var name = "okey-troubles" + instance;
    try {
      var noted = JSON.parse(sessionStorage.getItem(name) || "[]");
      noted.push(new Date().toISOString() + " " + text.slice(0, LONGEST));
      sessionStorage.setItem(name, JSON.stringify(noted.slice(-5)));
    } catch (blocked) {
      // then a report does without
    }
  }

  /** Milliseconds that a new start waits for the files it has asked for. */
  var PATIENCE = 10000;

  /** Starts anew; where the trouble may be a file of another build in a cache, with files that the server has confirmed. */
  function again(kind) {
    var reload = function () { location.reload(); };
    if (kind !== "download" && kind !== "crash") return reload();
    ["retry", "clean", "clean-yes", "clean-no"].forEach(function (id) { document.getElementById(id).disabled = true; });
    setTimeout(reload, PATIENCE);
    try { // a build that does not start gives way to a newer one, see sw.js
      caches.open("okey " + folder).then(function (cache) { return cache.delete("okey-current"); }).catch(function () {});
      caches.delete("okey-snapshot " + folder).catch(function () {});
    } catch (nothing) {
      // is kept here
    }
    Promise.all(Object.keys(listing.files).map(function (name) {
      return fetch(listing.files[name].file, { cache: "no-cache" })
        .then(function (response) { return response.arrayBuffer(); })
        .catch(function () {}); // the new start will say so
    })).then(reload);
  }

  /** Lets the next start set aside what the game keeps, see saves.mjs. */
  function setAside() {
    try {
      sessionStorage.setItem("okey-clean" + instance, "1");
      localStorage.removeItem("okey-first:settings" + instance);
    } catch (blocked) {
      // then nothing was kept either
    }
  }

  /** Shows the failure page for an error, whose `kind` (see download.mjs) or words tell the reason. */
  function crash(error) {
    var memory = /out of memory|memory allocation|MemoryError/i.test(String(error));
    var stack = String((error && error.stack) || "");
    var text = error && error.message && stack.indexOf(error.message) >= 0 ? stack : error + "\n" + stack;
    fail((error && error.kind) || (memory ? "memory" : "crash"), text);
  }

  /** Whether nobody but this page's own scripts (not, say, an extension's) can have thrown an error. */
  function ours(error, script) {
    return error instanceof Error && (error.pyodide_fatal_error || (script + error.stack).indexOf(folder) >= 0);
  }

  addEventListener("okey-failure", function (event) {
    var detail = event.detail;
    if (detail.kind) fail(detail.kind, detail.text);
    else crash(detail.error);
  });

  // A script or style sheet that does not arrive fires an error on its element, which only a capturing listener sees.
  addEventListener("error", function (event) {
    var element = event.target;
    if (element === window) {
      if (ours(event.error, event.filename)) crash(event.error);
    } else if (element.tagName === "SCRIPT" || element.rel === "stylesheet" || element.rel === "modulepreload") {
      // hosts that let no other origin read their files refuse them to a sandbox without an origin, see docs/embedding.md
      fail(self.origin === "null" ? "frame" : "download", element.src || element.href);
    }
  }, true);
  addEventListener("unhandledrejection", function (event) {
    if (ours(event.reason, "")) crash(event.reason);
  });

  if (!("noModule" in document.createElement("script"))) fail("unsupported", "no module scripts");
})();
