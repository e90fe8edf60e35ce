import { createId } from '#lib/ids.ts'
import { FileMissing, FileStorageUnavailable } from './files.ts'
import { createS3Files } from './s3-files.ts'
import { deleteObject, putObject, readObject } from './s3-objects.ts'
import type { S3Options } from './s3-options.ts'
import { isReadableByAnyone } from './s3-requests.ts'

export type S3ProbeResult = {
  /** True if the probe could be read without a signature. */
  isPublic: boolean
  /** True if the bucket retains versions of what is deleted. */
  hasVersions: boolean
}

/**
 * Writes, reads and deletes a probe in the bucket, and begins a list of its files. Throws what a
 * file's own operations throw, and `FileStorageUnavailable` when the deleted probe is still there.
 */
export async function probeS3(options: S3Options): Promise<S3ProbeResult> {
  const name = createId('probe')
  const key = `${options.prefix}${name}`
  const headers = await putObject(options, key, new TextEncoder().encode(name))

  try {
    await readObject(options, key, name)
    await isBucketEmpty(options)

    const version = headers.get('x-amz-version-id')
    const hasVersions = version !== null && version !== 'null'

    return { isPublic: await isReadableByAnyone(options, key), hasVersions }
  } finally {
    await deleteObject(options, key)
    await assertDeleted(options, key, name)
  }
}

/** Returns whether the bucket has no file of an installation below its prefix. */
export async function isBucketEmpty(options: S3Options): Promise<boolean> {
  for await (const _file of createS3Files(options, 'files').list()) return false
  return true
}

async function assertDeleted(options: S3Options, key: string, name: string) {
  const remains = await readObject(options, key, name).catch((error: unknown) => {
    if (error instanceof FileMissing) return null
    throw error
  })
  if (remains) throw new FileStorageUnavailable('a deleted file can still be read')
}
