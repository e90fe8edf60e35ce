import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, PROJECT } from './launcher.ts'

/** A certificate of Caddy's own, which only the browser of the test accepts. */
const OPTIONS =
  '{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n'

export type Caddy = { url: string; output(): string; close(): Promise<void> }

/**
 * Starts Caddy with deploy/caddy/Caddyfile in front of two web processes, on a port of the loopback
 * and with a certificate of its own.
 */
export async function startCaddy(program: string, folder: string, ports: [number, number]) {
  const url = `https://localhost:${await freePort()}`
  const home = join(folder, 'caddy')
  mkdirSync(home)
  const file = join(home, 'Caddyfile')
  const text = readFileSync(join(PROJECT, 'deploy/caddy/Caddyfile'), 'utf8')
  writeFileSync(file, text.replace(/^\{\n/m, OPTIONS))

  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    CANDOR_SITE: url,
    CANDOR_WEB: ports.map((port) => `127.0.0.1:${port}`).join(' '),
  }
  const args = ['--config', file, '--adapter', 'caddyfile']
  execFileSync(program, ['validate', ...args], { env, stdio: 'pipe' })
  const child = spawn(program, ['run', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })

  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  const ended = once(child, 'exit')

  return {
    url,
    output: () => output,
    close: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
