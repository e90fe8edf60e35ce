import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const HA = join(import.meta.dirname, '../../deploy/ha')
let folder: string
const read = (name: string) => readFileSync(join(folder, 'out', name), 'utf8')

/** Writes the configuration of the example with passwords, as an operator does. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-cluster-'))
  const example = readFileSync(join(HA, 'cluster.env.example'), 'utf8')
  writeFileSync(join(folder, 'cluster.env'), example.replace(/PASSWORD=$/gm, 'PASSWORD=5f0c9d2ab7'))
  execFileSync(join(HA, 'configure.sh'), [join(folder, 'cluster.env'), join(folder, 'out')])
})
afterAll(() => rmSync(folder, { recursive: true }))

test('each node acknowledges only what a second one has, and gives up its place when it hangs', () => {
  for (const node of ['node1', 'node2', 'node3']) {
    const patroni = read(`${node}/patroni.yml`)
    for (const line of [
      'synchronous_mode: true',
      'synchronous_mode_strict: true',
      'synchronous_node_count: 2',
      "synchronous_commit: 'on'",
      'failsafe_mode: true',
      'primary_start_timeout: 0',
      'mode: required',
      'use_pg_rewind: true',
      'etcd3:',
    ])
      expect(patroni, `${node}: ${line}`).toMatch(new RegExp(`^\\s*${line}$`, 'm'))

    const number = (name: string) =>
      Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1])
    expect(number('ttl')).toBeGreaterThanOrEqual(number('loop_wait') + 2 * number('retry_timeout'))
  }
})

test('no password crosses the network in the clear, and the files are readable by their owner alone', () => {
  const patroni = read('node2/patroni.yml')
  const remote = patroni.split('\n').filter((line) => line.includes('scram-sha-256'))
  expect(remote.filter((line) => !/hostssl|password_encryption/.test(line))).toEqual([])
  expect(patroni).not.toMatch(/\b(trust|md5)\b/)
  expect(patroni).toMatch(/^ {4}ssl: 'on'$/m)
  expect(statSync(join(folder, 'out/node2/patroni.yml')).mode & 0o077).toBe(0)
})

test('HAProxy leads to the leader alone, and ends what is connected to another server', () => {
  const [, primary = ''] = /^backend primary\n([\s\S]*?)\n\n/m.exec(read('haproxy.cfg')) ?? []
  expect(primary).toContain('option httpchk OPTIONS /primary')
  expect(primary).toContain('on-marked-down shutdown-sessions')
  expect(primary.match(/server node\d 10\.0\.0\.1\d:5432 check port 8008/g)).toHaveLength(3)
  expect(read('haproxy.cfg').match(/bind .*/g)).toEqual([
    'bind 127.0.0.1:5000',
    'bind 127.0.0.1:5001',
    'bind 127.0.0.1:7000',
  ])
})

test('a missing password is refused by its name', () => {
  const path = join(folder, 'empty.env')
  writeFileSync(path, readFileSync(join(HA, 'cluster.env.example')))
  expect(() =>
    execFileSync(join(HA, 'configure.sh'), [path, join(folder, 'none')], { stdio: 'pipe' }),
  ).toThrow('SUPERUSER_PASSWORD')
})
