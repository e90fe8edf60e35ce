import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePodman } from '../../scripts/debian.js'
import { PROJECT } from './launcher.ts'

const IMAGES = { candor: 'candor', database: 'candor-database', proxy: 'candor-proxy' }
const BASE = 'localhost/debian:bookworm-minbase'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const NO_SYSTEMD = /systemd connection|HEALTHCHECK/

/** Debian's Podman with images, volumes and networks of its own below a folder, run by root. */
export function openContainers(folder: string, settings: Record<string, string>) {
  ensurePodman()
  const place = (name: string) => join(folder, name)
  for (const name of ['store', 'run', 'networks', 'project']) mkdirSync(place(name))

  writeFileSync(
    place('containers.conf'),
    `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "${place('networks')}"
`,
  )
  writeFileSync(
    place('storage.conf'),
    `[storage]
driver = "overlay"
graphroot = "${place('store')}"
runroot = "${place('run')}"
`,
  )

  const env = {
    HOME: folder,
    PATH: process.env.PATH,
    CONTAINERS_CONF: place('containers.conf'),
    CONTAINERS_STORAGE_CONF: place('storage.conf'),
  }

  /** Runs a program to its end and returns what it printed; throws unless it succeeds. */
  const run = (program: string, args: string[], input: string | Buffer = '') => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: place('project'),
      env,
      input,
      maxBuffer: 1 << 28,
    })
    const complaints = String(stderr)
      .split('\n')
      .filter((line) => !NO_SYSTEMD.test(line))
      .join('\n')
    if (status !== 0)
      throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}${complaints}`)

    return stdout
  }

  const podman = (...args: string[]) => run('podman', args).toString().trim()
  const compose = (args: string[]) =>
    run('podman-compose', ['--project-name', 'candor', ...args]).toString()

  return {
    podman,
    compose,
    /** Runs a command in the container of a service. */
    exec: (service: string, ...command: string[]) =>
      podman('exec', `candor_${service}_1`, ...command),
    saveFiles: (service: string, path: string) =>
      run('podman', ['exec', `candor_${service}_1`, 'tar', '-C', path, '-c', '.']),
    restoreFiles: (service: string, path: string, archive: Buffer) =>
      run('podman', ['exec', '-i', `candor_${service}_1`, 'tar', '-C', path, '-x'], archive),
    isHealthy: (service: string) =>
      spawnSync('podman', ['healthcheck', 'run', `candor_${service}_1`], { env }).status === 0,
    build: () => buildImages(folder, podman),
    writeSecrets: () => {
      copyFileSync(join(PROJECT, 'compose.yaml'), place('project/compose.yaml'))
      const example = readFileSync(join(PROJECT, 'deploy/container/env.example'), 'utf8')
      const lines = example.replace(/^(\w+)=.*$/gm, (line, name: string) =>
        name in settings ? `${name}=${settings[name]}` : line,
      )
      writeFileSync(place('project/.env'), lines)
      return run('sh', [join(PROJECT, 'deploy/container/make-secrets.sh')]).toString()
    },
    readSecret: (name: string) => readFileSync(place(`project/secrets/${name}`), 'utf8').trim(),
    remove: () => {
      spawnSync('podman', ['rm', '--all', '--force', '--time', '20'], { env })
      spawnSync('podman', ['network', 'rm', 'candor_default'], { env })
      for (const mount of listMounts(folder)) spawnSync('umount', ['--lazy', mount])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the mounts below a folder, the last one first. */
const listMounts = (folder: string) =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse()

/** Debian's minimal system, which the public base image contains too. */
function makeBase(folder: string): string {
  const path = join(folder, 'base.tar')
  const security = 'deb http://deb.debian.org/debian-security bookworm-security main'
  execFileSync(
    'mmdebstrap',
    ['--quiet', '--variant=minbase', 'bookworm', path, 'http://deb.debian.org/debian', security],
    { env: { PATH: process.env.PATH, TMPDIR: folder }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  return path
}

/** Builds the images from this checkout. npm's registry and certificates are those of this machine. */
function buildImages(folder: string, podman: (...args: string[]) => string) {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const npmrc = join(folder, 'npmrc')
  writeFileSync(npmrc, `registry=${registry}\ncafile=/etc/build-certificates.crt\n`)

  podman('import', makeBase(folder), BASE)

  return Object.entries(IMAGES).map(([target, name]) => {
    const begun = Date.now()
    podman(
      ...['build', '--format', 'docker', '--target', target, '--tag', `localhost/${name}`],
      ...['--build-arg', `DEBIAN=${BASE}`, '--build-arg', 'RELEASE_OPTIONS=--uncommitted'],
      ...['--volume', `${npmrc}:/root/.npmrc:ro`],
      ...['--volume', `${CERTIFICATES}:/etc/build-certificates.crt:ro`, PROJECT],
    )
    const bytes = Number(podman('image', 'inspect', '--format', '{{.Size}}', `localhost/${name}`))

    return { name, megabytes: Math.round(bytes / 1e6), seconds: (Date.now() - begun) / 1000 }
  })
}
