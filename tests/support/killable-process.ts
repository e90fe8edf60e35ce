import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestDatabase } from './database.ts'

/**
 * Starts a script beside this file on a test's database, as a process that the test may kill;
 * `going` is when it begins its work, after all its modules were read.
 */
export function startKillable(
  database: TestDatabase,
  [script, ...values]: readonly [string, ...string[]],
  environment: Record<string, string> = {},
) {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, script), ...values],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, DATABASE_URL: database.ownerUrl, ...environment },
    },
  )

  const ended = once(child, 'exit').then(
    ([code, signal]) => ({ code, signal }) as { code: number | null; signal: string | null },
  )

  return {
    pid: child.pid as number,
    going: Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended]),
    ended,
  }
}
