/**
 * Ends with 0 when the process of this container is ready: asks the port that the named setting
 * states, PORT of web and METRICS_PORT of the worker.
 */
const [, , name = 'PORT'] = process.argv
const { HOST = '127.0.0.1' } = process.env
const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST

fetch(`http://${host}:${process.env[name]}/readyz`).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
)
