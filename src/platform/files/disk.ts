import { statfs } from 'node:fs/promises'

/** Returns the free share of the disk of a folder, between 0 and 1. */
export async function readFreeShare(folder: string): Promise<number> {
  const { blocks, bavail } = await statfs(folder)
  return blocks === 0 ? 0 : bavail / blocks
}
