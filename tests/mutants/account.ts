import type { Mutant } from '../../tools/mutants.ts'

const identity = 'src/modules/identity/commands'
const portfolio = 'src/modules/portfolio'
const notifications = 'src/modules/notifications'
const run = (test: string) => `vitest run ${test}.test.ts`

export const mutants: Mutant[] = [
  {
    name: 'account: security notices that can be muted',
    why: 'whoever is in a stolen session would turn off what tells the owner',
    file: `${notifications}/commands/choose-notices.ts`,
    replace: 'if (!wanted && KINDS[kind].locked)',
    with: "if (!wanted && KINDS[kind].locked && channel === 'app')",
    caughtBy: run(`${notifications}/commands/choose-notices`),
    says: 'Security and money can’t be muted',
  },
  {
    name: 'account: a notice that keeps the one-time link of its mail',
    why: 'whoever sees the screen could use it',
    file: `${notifications}/steps/write-notice.ts`,
    replace: 'jsonText(withoutSecrets(contents))',
    with: 'jsonText({ ...contents, address: contents.link, link: undefined, code: undefined })',
    caughtBy: run(`${notifications}/steps/queue-mail`),
    says: 'without what opens something',
  },
  {
    name: 'account: a notice of another member that can be marked',
    why: 'an answer would tell what others have',
    file: `${notifications}/queries.ts`,
    replace:
      "    .where('id', '=', id)\n    .where('member_id', '=', memberId)\n    " +
      ".executeTakeFirst()\n  if (!row) throw notFound('The notification')",
    with:
      "    .where('id', '=', id)\n    .executeTakeFirst()\n  if (!row) throw notFound('The " +
      "notification')",
    caughtBy: run(`${notifications}/commands/read-notices`),
    says: 'Another member’s notice is the same as none',
  },
  {
    name: 'account: two tabs that overwrite each other',
    why: 'what was saved first is lost without a word',
    file: `${identity}/update-profile.ts`,
    replace: '    if (before.profileVersion !== input.version) throw failures.changedElsewhere()\n',
    with: '',
    caughtBy: run(`${identity}/update-profile`),
    says: 'Of two tabs that read the same profile',
  },
  {
    name: 'account: a change of address that leaves old reset links alive',
    why: 'who has the old mailbox would set a password afterwards',
    file: `${identity}/change-email.ts`,
    replace: '    await endResetLinks(tx, memberId, now)\n',
    with: '',
    caughtBy: run(`${identity}/change-email`),
    says: 'went to the old address is worth nothing',
  },
  {
    name: 'account: a wished address that tells whether it is taken',
    why: 'a list of members could be drawn up by asking',
    file: `${identity}/request-email-change.ts`,
    replace: "  if (owner) await notify(tx, app, recipientOf(owner), 'address-claimed')\n",
    with: '  if (owner) throw failures.link()\n',
    caughtBy: run(`${identity}/request-email-change`),
    says: 'is answered and shown the same',
  },
  {
    name: 'account: an alarm that leaves the links of later mails alive',
    why: 'who took the account over would take it back',
    file: 'src/modules/identity/steps/consume-compromise-link.ts',
    replace: 'made_at >= ${',
    with: 'made_at = ${',
    caughtBy: run(`${identity}/raise-alarm`),
    says: 'can’t take it back',
  },
  {
    name: 'account: an alarm of an earlier mail that leaves the thief’s address',
    why: 'the link to a new password would be mailed to the thief',
    file: `${identity}/raise-alarm.ts`,
    replace: '  return change?.old_email ?? null\n',
    with: '  return change ? null : null\n',
    caughtBy: run(`${identity}/raise-alarm`),
    says: 'Pressed in a mail that went out before the address was changed',
  },
  {
    name: 'account: an old address held by a sign-up that nobody verified',
    why: 'a thief would sign up with it, and the owner would never get it back',
    file: `${identity}/raise-alarm.ts`,
    replace: '  await displaceUnverified(tx, from, oldEmail, now)\n',
    with: '  if (!now) await displaceUnverified(tx, from, oldEmail, now)\n',
    caughtBy: run(`${identity}/raise-alarm`),
    says: 'never verified it makes room',
  },
  {
    name: 'account: a new password for the address that an alarm could not take back',
    why: 'the thief would ask for a link, and have the account again',
    file: `${identity}/request-reset.ts`,
    replace: ' && !(await isDisputed(tx, member))',
    with: ' && (await isDisputed(tx, member)) !== null',
    caughtBy: run(`${identity}/raise-alarm`),
    says: 'no link goes to the thief',
  },
  {
    name: 'account: a log-in at an account that slept, and nobody is told',
    why: 'whose log-ins were forgotten would have no alarm to press',
    file: 'src/modules/identity/steps/complete-sign-in.ts',
    replace: '  return known === undefined\n',
    with:
      '  const any = await tx\n    .withTables<IdentityTables>()\n    ' +
      ".selectFrom('sign_in')\n    .select('id')\n    .where('person_id', '=', person.id)\n   " +
      ' .executeTakeFirst()\n  return known === undefined && any !== undefined\n',
    caughtBy: run(`${identity}/raise-alarm`),
    says: 'an account that slept has an alarm too',
  },
  {
    name: 'account: closing that asks nobody whether there is money',
    why: 'the money would be nobody’s',
    file: `${portfolio}/steps/close-account.ts`,
    replace: '  if (obstacles.length > 0)\n',
    with: '  if (obstacles.length > 100)\n',
    caughtBy: run(`${portfolio}/commands/close-own-account`),
    says: 'With money in it, or something open, it is refused',
  },
  {
    name: 'account: closing that leaves unused wallet addresses behind',
    why: 'they belong to a person, and to no payment in the books',
    file: `${portfolio}/steps/close-account.ts`,
    replace: '  await eraseWallets(tx, memberId, now)\n',
    with: '',
    caughtBy: run(`${portfolio}/commands/close-own-account`),
    says: 'the person is gone',
  },
  {
    name: 'account: own data with who of the staff decided',
    why: 'whose name it is hasn’t asked for it to be handed out',
    file: `${portfolio}/queries/dossier-parts.ts`,
    replace:
      '    ...{ decidedAt: deposit.decidedAt, reason: deposit.reason, credited: ' +
      'usd(deposit.credited) },\n',
    with:
      '    ...{ decidedBy: deposit.decidedBy, reason: deposit.reason, credited: ' +
      'usd(deposit.credited) },\n',
    caughtBy: run(`${portfolio}/commands/make-dossier`),
    says: 'nothing of whom they invited',
  },
  {
    name: 'account: a third file within a day',
    why: 'making one reads everything: it is an easy way to tire the server out',
    file: `${portfolio}/commands/request-dossier.ts`,
    replace: '  if (rows.length >= DOSSIERS_A_DAY)\n',
    with: '  if (rows.length > DOSSIERS_A_DAY)\n',
    caughtBy: run(`${portfolio}/commands/request-dossier`),
    says: 'Two within 24 hours',
  },
  {
    name: 'account: terms that changed and that nobody is asked about',
    why: 'what was agreed to is no longer what holds',
    file: 'src/modules/identity/queries.ts',
    replace: 'one.document === document && one.version === version',
    with: 'one.document === document',
    caughtBy: run(`${identity}/give-consent`),
    says: 'New terms are asked for',
  },
]
