import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Asks on a terminal; else takes the first line that is piped in.
 * @param {string} question
 * @param {{ shown: boolean }} how whether what is typed is shown
 */
export async function ask(question, { shown }) {
  const isInteractive = process.stdin.isTTY
  if (isInteractive) process.stdout.write(question)

  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isInteractive && shown ? process.stdout : silent
  const lines = createInterface({ input: process.stdin, output, terminal: isInteractive })
  const { value } = await lines[Symbol.asyncIterator]().next()

  lines.close()
  if (isInteractive && !shown) process.stdout.write('\n')

  return String(value ?? '')
}
