/**
 * The data of a file: elements of the page with base64 of what gzip has packed.
 */

/** What an element holds, as a Response: `.json()`, `.text()` and `.arrayBuffer()` give it. */
export function unpacked(id) {
  const text = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
}
