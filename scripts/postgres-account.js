import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { Refusal } from './print.js'

/**
 * PostgreSQL refuses to run as root, so it needs an account to run as.
 * @typedef {object} Account
 * @property {string} name how it runs, for the progress line
 * @property {string[]} prefix put before the command
 * @property {number} [uid] set when the process changes its user
 * @property {number} [gid]
 */

const UNPRIVILEGED_ID = 65534

/**
 * Out of the terminal's process group: Ctrl-C would end a trial half way, and its failing be taken
 * for an answer.
 */
export const OWN_SESSION = /** @type {{}} */ ({ detached: true })

/**
 * The account for a cluster: its owner's when there is one, else the first that works here.
 * @param {{ cluster: string, userNamespaces: boolean }} wish
 * @returns {Account}
 */
export function chooseAccount({ cluster, userNamespaces }) {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const self = process.getuid?.() ?? UNPRIVILEGED_ID
  if (self !== 0) return ordinaryAccount(self, owner?.uid, cluster, userNamespaces)
  if (owner && owner.uid !== 0) return buildUserAccount(owner.uid, owner.gid)

  if (userNamespaces) {
    const account = namespaceAccount()
    if (account) return account
  }

  const postgres = passwd().find((entry) => entry.name === 'postgres')

  return postgres
    ? buildUserAccount(postgres.uid, postgres.gid)
    : buildUserAccount(UNPRIVILEGED_ID, UNPRIVILEGED_ID)
}

/**
 * @param {number} self
 * @param {number | undefined} owner
 * @param {string} cluster
 * @param {boolean} userNamespaces
 * @returns {Account}
 */
function ordinaryAccount(self, owner, cluster, userNamespaces) {
  if (owner !== undefined && owner !== self) {
    const made = passwd().find((entry) => entry.uid === owner)?.name ?? `number ${owner}`
    throw new Refusal(
      `The database at ${cluster} belongs to the user ${made}. Start Candor as that user or ` +
        'as root, ' +
        'or set another DATA_DIR.',
    )
  }

  // initdb looks its user up by name: one without an entry borrows one inside a namespace
  const known = passwd().some((entry) => entry.uid === self)
  const borrowed = known || !userNamespaces ? undefined : namespaceAccount()

  return borrowed ?? { name: 'directly', prefix: [] }
}

/** @returns {Account | undefined} */
function namespaceAccount() {
  const entry =
    passwd().find(({ uid }) => uid === UNPRIVILEGED_ID) ?? passwd().find(({ uid }) => uid !== 0)
  if (!entry) return undefined

  const prefix = ['unshare', '--user', `--map-user=${entry.uid}`, `--map-group=${entry.gid}`]
  const tried = spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true'], {
    stdio: 'ignore',
    ...OWN_SESSION,
  })

  return tried.status === 0 ? { name: 'in a user namespace', prefix } : undefined
}

/**
 * @param {number} uid
 * @param {number} gid
 * @returns {Account}
 */
const buildUserAccount = (uid, gid) => ({ name: `as user ${uid}`, prefix: [], uid, gid })

/**
 * Whether an account can walk into a folder: below a 0700 directory of root's another user can't.
 * @param {Account} account
 * @param {string} folder
 */
export function canEnter(account, folder) {
  const tried = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    cwd: '/',
    stdio: 'ignore',
    ...OWN_SESSION,
    ...(account.uid === undefined ? {} : { uid: account.uid, gid: account.gid }),
  })

  return tried.status === 0
}

/** @returns {{ name: string, uid: number, gid: number }[]} */
function passwd() {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
