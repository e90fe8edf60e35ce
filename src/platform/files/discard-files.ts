import type { App } from '../app.ts'

/**
 * Deletes files that no row references any more. A failure is logged, not thrown: what the caller
 * did is stored, and the nightly sweep deletes the file once it is a week old.
 */
export async function discardFiles(
  { files, log }: Pick<App, 'files' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys)
    await files.remove(key).catch((error: unknown) => {
      log.warn({ err: error, file: key }, 'a file without a row was not deleted yet')
    })
}
