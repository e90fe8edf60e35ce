import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createDiskFiles } from './disk-files.ts'
import type { Files } from './files.ts'
import { createS3Files } from './s3-files.ts'
import { buildS3Options } from './s3-options.ts'

/**
 * Opens the storage of uploads and of anchors: the bucket if one is configured, otherwise folders.
 * `ANCHOR_DIR` is a folder in either case.
 */
export function openFiles(config: Config): { files: Files; anchors: Files } {
  const bucket = buildS3Options(config)
  const folders = openFolders(config)
  if (!bucket) return folders

  return {
    files: createS3Files(bucket, 'files'),
    anchors: config.ANCHOR_DIR ? folders.anchors : createS3Files(bucket, 'anchors'),
  }
}

/** Opens the folders that hold uploads and anchors without a bucket. */
export const openFolders = (config: Config): { files: Files; anchors: Files } => ({
  files: createDiskFiles(join(config.DATA_DIR, 'files')),
  anchors: createDiskFiles(config.ANCHOR_DIR ?? join(config.DATA_DIR, 'anchors')),
})
