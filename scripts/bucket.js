import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal, say } from './print.js'

/**
 * @typedef {import('../src/platform/config.ts').Config} Config
 * @typedef {import('../src/platform/files/files.ts').Files} Files
 * @typedef {'files' | 'anchors'} Folder
 */

/**
 * Returns the folders of DATA_DIR whose content is in the bucket instead.
 * @param {Config} config
 * @returns {Folder[]}
 */
export function listFoldersInBucket({ S3_BUCKET, ANCHOR_DIR }) {
  if (!S3_BUCKET) return []
  return ANCHOR_DIR ? ['files'] : ['files', 'anchors']
}

/**
 * Copies what the folders have into the bucket, compares each file, and says what it did. Returns
 * the number of files that the bucket has with other bytes.
 * @param {Config} config
 */
export async function copyIntoBucket(config) {
  const { copyFiles } = await import('../src/platform/files/copy-files.ts')
  const { openFiles, openFolders } = await import('../src/platform/files/open-files.ts')
  const [folders, bucket] = [openFolders(config), openFiles(config)]
  let differentCount = 0

  for (const folder of listFoldersInBucket(config)) {
    const { copied, present, bytes, different } = await copyFiles(
      folders[folder],
      bucket[folder],
    ).catch((error) => {
      throw toRefusal(error, 'Run this again. Copied files stay and are not copied twice.')
    })

    say(
      `${folder}: ${copied} copied, ${present} already there, ${(bytes / 1e6).toFixed(1)} MB ` +
        'compared',
    )
    for (const key of different)
      say(`${folder}/${key} has different content in the bucket and was not replaced`)
    differentCount += different.length
  }

  return differentCount
}

/**
 * Throws a refusal if the bucket has uploads or anchors below its prefix.
 * @param {Config} config
 */
export async function assertBucketEmpty(config) {
  const { openFiles } = await import('../src/platform/files/open-files.ts')
  const bucket = openFiles(config)

  try {
    for (const folder of listFoldersInBucket(config))
      for await (const { key } of bucket[folder].list())
        throw new Refusal(
          `The bucket ${config.S3_BUCKET} isn't empty: it has ${folder}/${key}. A backup is only ` +
            'restored into an empty place. Set another S3_PREFIX.',
        )
  } catch (error) {
    throw toRefusal(error, 'Nothing was restored.')
  }
}

/**
 * Saves every stored file below a folder, each synced; one that goes away meanwhile was deleted on
 * purpose.
 * @param {Files} files
 * @param {string} to
 */
export async function saveStored(files, to) {
  for await (const { key } of files.list()) {
    const content = await files.read(key).catch((error) => {
      if (error.name === 'FileMissing') return null
      throw toRefusal(error, 'No backup was made.')
    })
    if (!content) continue

    const target = join(to, key)
    fs.mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    fs.writeFileSync(target, content, { mode: 0o600, flag: 'wx', flush: true })
  }
}

/**
 * Returns a problem of the bucket as a sentence, and any other error as it is.
 * @param {unknown} error
 * @param {string} consequence
 */
function toRefusal(error, consequence) {
  const isOfBucket = error instanceof Error && /^File(StorageUnavailable|Damaged)$/.test(error.name)
  return isOfBucket ? new Refusal(`${error.message} ${consequence}`) : error
}
