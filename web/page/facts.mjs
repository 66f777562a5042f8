// What the game's worker knows of the page.

/**
 * What the page has told of itself; first all of it, later what has changed.
 *
 * @type {{
 *   language: string, version: string, surroundings: string, address: string, fragment: string, parameters: string[][],
 *   instance: string, troubles: string[], pages: string[], canFullscreen: boolean, canInstall: boolean, hidden: boolean,
 *   online: boolean, reducedMotion: boolean, away: boolean, renewable: boolean, relay: string, viewport: number[],
 *   old: Record<string, string>, clean: boolean,
 * }}
 */
export const facts = /** @type {any} */ ({});
