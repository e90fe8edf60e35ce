import { createRequire } from 'node:module'

/**
 * Runs s3rver with one bucket below a folder, in a process of its own, and prints its port:
 * `node object-storage-server.ts FOLDER BUCKET`. The package has no types.
 */
const require = createRequire(import.meta.url)
const S3rver = require('@20minutes/s3rver')
const [directory, bucket] = process.argv.slice(2)

const { port } = await new S3rver({
  directory,
  configureBuckets: [{ name: bucket }],
  address: '127.0.0.1',
  port: 0,
  silent: true,
}).run()

console.log(`listening on ${port}`)
