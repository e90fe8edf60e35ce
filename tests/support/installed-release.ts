import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PROJECT } from './launcher.ts'
import { linkPackages } from './made-release.ts'

/** A running command of a release, with what it printed so far. */
export type ReleaseProcess = {
  child: ChildProcess
  output(): string
  ended: Promise<{ code: number; output: string }>
}

export type Installation = ReturnType<typeof createInstallation>

/**
 * A server with releases below `folder`/opt and its data in `folder`/data, as deploy/release.sh
 * and the units of deploy/systemd make them. npm takes the packages of this checkout.
 */
export function createInstallation(folder: string, settings: Record<string, string>) {
  const root = join(folder, 'opt')
  const running: ReleaseProcess[] = []

  /** Runs deploy/release.sh. */
  const release = (...args: string[]) =>
    execFileSync(join(PROJECT, 'deploy/release.sh'), args, {
      encoding: 'utf8',
      env: {
        HOME: folder,
        PATH: [linkPackages(folder), process.env.PATH].join(delimiter),
        CANDOR_ROOT: root,
      },
    })

  /** Starts a command of the active release, as its unit does. */
  const run = (command: string, more: Record<string, string> = {}): ReleaseProcess => {
    const child = spawn(process.execPath, [`scripts/${command}.js`], {
      cwd: join(root, 'current'),
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        DATA_DIR: join(folder, 'data'),
        ASSETS_DIR: join(root, 'assets'),
        LOG_LEVEL: 'warn',
        ...settings,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
      })
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }))

    const started = { child, ended, output: () => output }
    running.push(started)

    return started
  }

  /** Starts a command that serves and waits until it is ready. */
  const serve = async (command: 'web' | 'worker', more: Record<string, string> = {}) => {
    const process = run(command, more)
    while (!/Ready( at|\. Background jobs)/.test(process.output())) {
      const { exitCode, signalCode } = process.child
      if (exitCode !== null || signalCode !== null) throw new Error(process.output())
      await pause(50)
    }
    return process
  }

  return {
    root,
    release,
    run,
    serve,
    listReleases: () => readdirSync(join(root, 'releases')),
    /** Ends every process that this started. */
    close: async () => {
      for (const { child } of running) child.kill('SIGKILL')
      await Promise.all(running.map(({ ended }) => ended))
    },
  }
}
