// Runs before the first paint: applies the language and the colours that were chosen, and requests the words for them.

(() => {
  const stored = (/** @type {string} */ name) => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "null");
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  root.lang = stored("language") ?? (navigator.language.startsWith("vi") ? "vi" : "en");
  root.dataset.theme = stored("theme") ?? "auto";
  // Within another page.
  root.toggleAttribute("data-embed", location.search === "?embed");
  // Other places than the start page are drawn by the scripts.
  if (!/^(#\/?)?$/.test(location.hash)) root.dataset.away = "";
  for (const href of [`${root.lang}.json`, "guide/words"]) {
    const link = { rel: "preload", as: "fetch", crossOrigin: "", href };
    document.head.append(Object.assign(document.createElement("link"), link));
  }
})();
