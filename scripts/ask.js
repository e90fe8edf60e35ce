import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Asks on a terminal; else takes the first line that is piped in.
 * @param {string} question
 * @param {{ shown: boolean }} how whether what is typed is shown
 */
export async function ask(question, { shown }) {
  const asked = process.stdin.isTTY
  if (asked) process.stdout.write(question)

  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = asked && shown ? process.stdout : silent
  const lines = createInterface({ input: process.stdin, output, terminal: asked })
  const { value } = await lines[Symbol.asyncIterator]().next()

  lines.close()
  if (asked && !shown) process.stdout.write('\n')

  return String(value ?? '')
}
