import { assertFileKey, type Files, isFileKey } from './files.ts'
import { deleteObject, listObjects, putObject, readObject } from './s3-objects.ts'
import type { S3Options } from './s3-options.ts'

/**
 * Stores files in a bucket of an S3-compatible storage, below one folder of its prefix. An object
 * appears complete or not at all. Each one states its SHA-256, which every read is compared with.
 */
export function createS3Files(options: S3Options, folder: 'files' | 'anchors'): Files {
  const root = `${options.prefix}${folder}/`
  const resolveKey = (key: string) => {
    assertFileKey(key)
    return `${root}${key}`
  }

  return {
    write: (key, content) => writeObject(options, resolveKey(key), content),
    read: (key) => readObject(options, resolveKey(key), key),
    remove: (key) => deleteObject(options, resolveKey(key)),
    list: async function* (inFolder) {
      const prefix = inFolder === undefined ? root : `${resolveKey(inFolder)}/`
      for await (const { key, ...rest } of listObjects(options, prefix)) {
        const name = key.slice(prefix.length)
        const belongs = isFileKey(name) && (inFolder === undefined || !name.includes('/'))
        if (belongs) yield { key: key.slice(root.length), ...rest }
      }
    },
    deletePartialWrites: async () => {},
  }
}

const writeObject = async (options: S3Options, key: string, content: Uint8Array) => {
  await putObject(options, key, content)
}
