// Everything that a page can do with its games: buttons for the commands, a list of the events.

const log = document.getElementById("log");
const EVENTS = ["ready", "resize", "hand-started", "hand-ended", "match-ended", "paused", "resumed", "error"];

for (const form of document.forms) {
  const game = document.getElementById(form.dataset.for);
  const button = (text, press) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    made.addEventListener("click", press);
    form.append(made);
  };
  const choice = (attribute, values) => {
    const made = document.createElement("select");
    made.setAttribute("aria-label", attribute);
    made.append(...values.map((value) => new Option(value)));
    made.value = game.getAttribute(attribute);
    made.addEventListener("change", () => game.setAttribute(attribute, made.value));
    form.append(made);
  };
  button("New match", () => game.start());
  button("Pause", () => game.pause());
  button("Go on", () => game.resume());
  button("Sound on or off", () => game.toggleAttribute("muted"));
  choice("rules", ["gamearea", "konkan81", "duz", "classic", "elit", "okey101", "okey51"]);
  choice("lang", ["tr", "en"]);
  choice("theme", ["green", "blue", "claret", "night", "night slate"]);
  for (const type of EVENTS) {
    game.addEventListener(type, ({ detail }) => {
      const line = document.createElement("li");
      line.textContent = `${game.id} ${type} ${JSON.stringify(detail)}`;
      log.append(line);
    });
  }
}
