// <okey-game rules="classic" lang="tr" theme="night" seats="hard">: the game Okey on any page, see docs/embedding.md.
(() => {
  if (customElements.get("okey-game")) return;

  const VERSION = 1;
  const script = document.currentScript ?? document.querySelector('script[src*="embed.js"]');
  const HOME = new URL(".", script.src);
  /** All that the game needs: it cannot lead this page elsewhere, nor ask or alert. */
  const SANDBOX = "allow-scripts allow-same-origin allow-downloads allow-popups";
  const FLAGS = ["muted", "paused"];
  const WISHES = ["rules", "seats", "lang", "theme", ...FLAGS];

  /** The events with the fields that they must have, by example. */
  const EVENTS = {
    ready: { build: "", lang: "", rules: "", hand: 0, scores: [] },
    resize: { width: 0, height: 0 },
    "hand-started": { hand: 0, starter: 0, rules: "", scores: [] },
    "hand-ended": { hand: 0, ending: "", before: [], scores: [] },
    "match-ended": { winners: [], scores: [] },
    paused: {},
    resumed: {},
    error: { kind: "" },
  };
  const kind = (value) => Array.isArray(value) || typeof value;

  class OkeyGame extends HTMLElement {
    static observedAttributes = WISHES;

    #frame = null;
    #sight = null;
    #ready = false;
    /** What the frame's address asks for; what the game was told last. */
    #asked = {};
    #told = {};
    #start = null;
    #waiting = false;
    #sheet = new CSSStyleSheet();

    constructor() {
      super();
      this.#sheet.replaceSync(
        ":host{display:block;width:100%;aspect-ratio:16/9;min-height:min(600px,100svh);max-height:100svh;background:#0b2a1f}" +
        ":host([hidden]){display:none}iframe{display:block;width:100%;height:100%;border:0}",
      );
      this.attachShadow({ mode: "open" }).adoptedStyleSheets = [this.#sheet];
    }

    connectedCallback() {
      addEventListener("message", this.#hear);
      if (this.getAttribute("loading") === "eager") return this.#open();
      this.#sight = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) this.#open();
      }, { rootMargin: "100%" }); // one screen ahead
      this.#sight.observe(this);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      this.#sight?.disconnect();
      this.#frame?.remove();
      this.#frame = null;
      this.#ready = false;
    }

    attributeChangedCallback() {
      if (this.#waiting) return;
      this.#waiting = true;
      queueMicrotask(() => { // several attributes make one change
        this.#waiting = false;
        if (this.#ready) this.#sync();
      });
    }

    /** Begins a match; the game asks the player first if one is running. */
    start({ rules = this.getAttribute("rules"), seats = this.getAttribute("seats") } = {}) {
      this.#start = Object.fromEntries(Object.entries({ rules, seats }).filter(([, value]) => value !== null));
      if (this.#ready) this.#sync();
      else this.#open();
    }

    pause() { this.toggleAttribute("paused", true); }
    resume() { this.toggleAttribute("paused", false); }
    mute(muted = true) { this.toggleAttribute("muted", muted); }

    #open() {
      this.#sight?.disconnect();
      if (this.#frame) return;
      const place = [...document.querySelectorAll("okey-game")].indexOf(this);
      const embed = (this.getAttribute("name") || this.id || `${place + 1}`).replace(/[^\w-]/g, "-").slice(0, 40);
      const address = new URL(HOME);
      this.#asked = this.#wishes();
      for (const [name, value] of Object.entries({ ...this.#asked, embed })) {
        if (value !== null) address.searchParams.set(name, value);
      }
      const title = this.title || "Okey";
      this.#frame = Object.assign(document.createElement("iframe"), { title, allow: "fullscreen", referrerPolicy: "origin" });
      this.#frame.setAttribute("sandbox", SANDBOX);
      this.#frame.src = address;
      this.shadowRoot.append(this.#frame);
    }

    #wishes() {
      const value = (name) => FLAGS.includes(name) && this.hasAttribute(name) ? "1" : this.getAttribute(name);
      return Object.fromEntries(WISHES.map((name) => [name, value(name)]));
    }

    #post(type, fields) {
      this.#frame.contentWindow.postMessage({ okey: VERSION, type, ...fields }, HOME.origin);
    }

    /** Tells the game what has changed since it was told last. */
    #sync() {
      const old = this.#told;
      const now = this.#told = this.#wishes();
      const changed = (name) => now[name] !== old[name];
      for (const [type, name] of [["locale", "lang"], ["theme", "theme"]]) {
        if (changed(name) && now[name] !== null) this.#post(type, { [name]: now[name] });
      }
      if (changed("muted")) this.#post("mute", { muted: now.muted !== null });
      if (changed("rules") || changed("seats")) this.start();
      if (this.#start) this.#post("start", this.#start);
      this.#start = null;
      if (changed("paused")) this.#post(now.paused === null ? "resume" : "pause");
    }

    #hear = ({ source, origin, data }) => {
      if (!this.#frame || source !== this.#frame.contentWindow || origin !== HOME.origin) return;
      if (data?.okey !== VERSION || typeof data.type !== "string" || !Object.hasOwn(EVENTS, data.type)) return;
      const { okey, type, ...detail } = data;
      if (Object.entries(EVENTS[type]).some(([field, like]) => kind(detail[field]) !== kind(like))) return;
      const paused = type === "paused";
      if (paused || type === "resumed") {
        this.#told.paused = paused ? "1" : null;
        this.toggleAttribute("paused", paused);
      }
      if (type === "resize") this.#sheet.cssRules[0].style.aspectRatio = `${detail.width}/${detail.height}`;
      if (type === "ready") {
        this.#ready = true;
        this.#told = { ...this.#asked };
        this.#sync();
      }
      this.dispatchEvent(new CustomEvent(type, { detail }));
    };
  }

  customElements.define("okey-game", OkeyGame);
})();
