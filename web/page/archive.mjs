// The build's archives: zip files in which every file is stored as it is, because the wire compresses them better whole.

/** What each file in such an archive begins with, and the bytes before its name. */
const SIGN = 0x04034b50;
const HEAD = 30;

/**
 * Writes an archive's files into Python's file system, where they share the archive's memory.
 *
 * @param {any} fs  Emscripten's
 * @param {Uint8Array} archive
 * @param {string} folder
 */
export function unpack(fs, archive, folder) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const decoder = new TextDecoder();
  const made = new Set();
  let at = 0;
  while (view.getUint32(at, true) === SIGN) {
    if (view.getUint16(at + 8, true)) throw new Error("an archive with compressed files");
    const start = at + HEAD + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const end = start + view.getUint32(at + 22, true);
    const path = `${folder}/${decoder.decode(archive.subarray(at + HEAD, at + HEAD + view.getUint16(at + 26, true)))}`;
    const parent = path.replace(/\/[^/]*$/, "");
    if (!made.has(parent)) fs.mkdirTree(parent);
    made.add(parent);
    if (!path.endsWith("/")) fs.writeFile(path, archive.subarray(start, end), { canOwn: true });
    at = end;
  }
}
