import { copyIntoBucket } from './bucket.js'
import { command } from './command.js'
import { readSettings } from './database.js'
import { Refusal, say } from './print.js'

/**
 * Copies the uploads and anchors below DATA_DIR into the bucket of S3_BUCKET and reads each one
 * back. It can be interrupted and run again; what is in the bucket is neither replaced nor deleted.
 */
await command(import.meta.url, async () => {
  const config = await readSettings()
  if (!config.S3_BUCKET)
    throw new Refusal('Set S3_BUCKET to the target bucket. See docs/operating/several-machines.md.')

  const differentCount = await copyIntoBucket(config)
  if (differentCount > 0) return 1

  say(`The bucket ${config.S3_BUCKET} has every file of ${config.DATA_DIR}.`)

  return 0
})
