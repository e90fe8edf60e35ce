import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PROJECT } from './launcher.ts'

/** A Debian machine for commands as an operator types them, as root. */
export type DebianMachine = {
  /** The folder of PostgreSQL's sockets, as this process sees it. */
  sockets: string
  /** A path of the machine, as this process sees it. */
  see(path: string): string
  /** Runs a script to its end. Throws with its output when a command of it fails. */
  run(script: string, options?: RunOptions): Promise<string>
  /** Runs a script that is expected to fail, and returns its output. */
  fail(script: string): Promise<string>
  close(): Promise<void>
}

/** Whether a script sees the network of this machine, for what it downloads. */
export type RunOptions = { isOnline?: boolean }

export type MachineOptions = {
  /** Whether /opt/candor/current is this checkout; else nothing of Candor is installed. */
  hasCheckout?: boolean
  /** Whether it has a loopback of its own, on which every port is free, and no other network. */
  isOffline?: boolean
}

const OVERLAID = ['etc', 'home', 'opt', 'root', 'run', 'srv', 'usr', 'var']
const STAND_INS = ['systemctl', 'systemd-run', 'journalctl']

/**
 * This machine once more, with processes of its own and changes to its files that end with it.
 * Needs root. systemd doesn't run in it: scripts of `tests/support` stand in for its commands.
 */
export async function startDebianMachine({
  hasCheckout = true,
  isOffline = false,
}: MachineOptions = {}): Promise<DebianMachine> {
  if (process.getuid?.() !== 0)
    throw new Error('This test changes files of the system, in a copy of its own: run it as root.')

  const folder = mkdtempSync(join(tmpdir(), 'candor-machine-'))
  const script = [
    'mount -t tmpfs -o mode=755 tmpfs "$FOLDER"',
    `for name in ${OVERLAID.join(' ')}; do`,
    '  mkdir "$FOLDER/$name" "$FOLDER/$name.work"',
    '  mount -t overlay overlay /$name \\',
    '    -o "lowerdir=/$name,upperdir=$FOLDER/$name,workdir=$FOLDER/$name.work"',
    'done',
    'mkdir -p /opt/candor /var/lib/pgbackrest /run/postgresql',
    'rm -rf /etc/postgresql /var/lib/postgresql /run/postgresql/.s.*',
    'install -d -o postgres -g postgres /etc/postgresql /var/lib/postgresql',
    'chown postgres: /run/postgresql',
    hasCheckout ? 'ln -s "$PROJECT" /opt/candor/current' : 'rmdir /opt/candor',
    ...STAND_INS.map(
      (name) => `install -m 0755 "$PROJECT/tests/support/${name}.sh" /usr/local/bin/${name}`,
    ),
    isOffline ? 'ip link set lo up' : '',
    'touch /run/candor-machine-is-ready',
    // the first process takes in the orphans, or a stopped server would look as if it still ran
    'while true; do sleep 3600 & wait $!; done',
  ].join('\n')

  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  if (isOffline) namespaces.push('--net')
  const outside = spawn('unshare', [...namespaces, 'sh', '-eu', '-c', script], {
    env: { PATH: `${process.env.PATH}:/usr/sbin`, FOLDER: folder, PROJECT },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  outside.stderr.on('data', (chunk) => {
    complaint += chunk
  })

  const ended = once(outside, 'exit')
  const getProblem = () => new Error(`The machine didn't start:\n${complaint}`)
  const pid = await findChild(outside.pid ?? 0).catch(async () => {
    await ended
    throw getProblem()
  })
  const see = (path: string) => join(`/proc/${pid}/root`, path)
  while (!existsSync(see('/run/candor-machine-is-ready'))) {
    if (outside.exitCode !== null) throw getProblem()
    await pause(20)
  }

  const execute = (text: string, { isOnline = !isOffline }: RunOptions = {}) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const spaces = [`--target=${pid}`, '--mount', '--pid', ...(isOnline ? [] : ['--net'])]
      const args = [...spaces, '--wd=/', 'sh', '-eu', '-c', text]
      const env = { PATH: `/usr/local/bin:/usr/sbin:/sbin:${process.env.PATH}`, HOME: '/root' }
      execFile('nsenter', args, { env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
      )
    })

  return {
    sockets: see('/run/postgresql'),
    see,
    run: async (text, options) => {
      const { code, output } = await execute(text, options)
      if (code !== 0) throw new Error(`This ended with ${code}:\n${text}\n\n${output}`)
      return output
    },
    fail: async (text) => {
      const { code, output } = await execute(text)
      if (code === 0) throw new Error(`This was to fail:\n${text}\n\n${output}`)
      return output
    },
    close: async () => {
      outside.kill('SIGKILL') // with it everything in its namespace
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The first process of the machine, under the number that it has outside. */
async function findChild(parent: number): Promise<number> {
  for (;;) {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim()
    if (children) return Number(children.split(' ')[0])
    await pause(20)
  }
}
