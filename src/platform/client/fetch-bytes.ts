/**
 * Reads a public file of this site; null where there is none. Throws when the site can't be
 * reached.
 */
export async function fetchBytes(path: string): Promise<Uint8Array | null> {
  const response = await fetch(path, { headers: { accept: 'application/octet-stream' } })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)

  return new Uint8Array(await response.arrayBuffer())
}
