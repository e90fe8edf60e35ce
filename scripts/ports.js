import { createServer } from 'node:net'
import { Refusal } from './print.js'

/**
 * Refuses with a sentence if another process listens there already.
 * @param {string} host
 * @param {number} port
 * @param {string} setting
 */
export async function assertPortFree(host, port, setting) {
  const probe = createServer()
  await new Promise((resolve, reject) => {
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const why = error.code === 'EADDRINUSE' ? 'another program is using it' : error.message
      reject(
        new Refusal(
          `Candor can't listen on port ${port} of ${host}: ${why}. Set another port in ${setting}.`,
        ),
      )
    })

    probe.listen(port, host, () => probe.close(resolve))
  })
}
