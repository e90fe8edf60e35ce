import { FileDamaged, FileMissing, type Files } from './files.ts'

export type CopyResult = {
  copied: number
  /** The number of files that the target had before with the same bytes. */
  present: number
  bytes: number
  /** The keys of files that the target has with other bytes. They are not replaced. */
  different: string[]
}

type CopyOutcome = 'copied' | 'present' | 'different' | 'gone'

const AT_ONCE = 8

/**
 * Copies every file to another storage and reads each one back. A file that is there already is
 * compared instead, so that an interrupted copy is continued by a new one. Nothing is replaced or
 * deleted.
 */
export async function copyFiles(from: Files, to: Files): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, present: 0, bytes: 0, different: [] }

  const copyOne = async (key: string) => {
    const content = await readIfPresent(from, key)
    const outcome = content ? await copyFile(to, key, content) : 'gone'

    if (outcome === 'different') result.different.push(key)
    else if (outcome !== 'gone') result[outcome] += 1
    result.bytes += content?.length ?? 0
  }

  let batch: string[] = []
  for await (const { key } of from.list()) {
    batch.push(key)
    if (batch.length < AT_ONCE) continue
    await settleAll(batch.map(copyOne))
    batch = []
  }
  await settleAll(batch.map(copyOne))

  return result
}

/** Waits for all copies before it throws the first failure: the next run meets none under way. */
async function settleAll(copies: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(copies)
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function copyFile(to: Files, key: string, content: Uint8Array): Promise<CopyOutcome> {
  const stored = await compareStored(to, key, content)
  if (stored !== 'missing') return stored === 'same' ? 'present' : 'different'

  await to.write(key, content)

  return (await compareStored(to, key, content)) === 'same' ? 'copied' : 'different'
}

async function compareStored(
  files: Files,
  key: string,
  content: Uint8Array,
): Promise<'same' | 'missing' | 'different'> {
  try {
    return Buffer.compare(await files.read(key), content) === 0 ? 'same' : 'different'
  } catch (error) {
    if (error instanceof FileMissing) return 'missing'
    if (error instanceof FileDamaged) return 'different'
    throw error
  }
}

/** Returns a file, or null where it was deleted since it was listed. */
async function readIfPresent(files: Files, key: string): Promise<Uint8Array | null> {
  return await files.read(key).catch((error: unknown) => {
    if (error instanceof FileMissing) return null
    throw error
  })
}
