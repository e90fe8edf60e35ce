import { statfs } from 'node:fs/promises'

/** How much of the disk that a folder lies on is free to us: a share between 0 and 1. */
export async function readFreeShare(folder: string): Promise<number> {
  const { blocks, bavail } = await statfs(folder)
  return blocks === 0 ? 0 : bavail / blocks
}
