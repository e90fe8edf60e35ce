import type { Mutant } from '../../tools/mutants.ts'

const identity = 'src/modules/identity'
const command = (name: string) => `vitest run ${identity}/commands/${name}.test.ts`
const authentication = 'vitest run tests/properties/authentication.test.ts'
const fields = 'vitest run tests/properties/fields.test.ts'
const passwords = 'vitest run src/platform/auth/passwords.test.ts'
const api = `vitest run ${identity}/api.test.ts`
const security = 'vitest run tests/flows/security.test.ts'

/**
 * Chapters 6 to 8 of the standard: how people sign in, what a session is, and who may write which
 * field.
 */
export const mutants: Mutant[] = [
  {
    name: 'standard: tries that are more than what is written down',
    why: 'who runs the house would trust a limit that isn’t there',
    file: `${identity}/model.ts`,
    replace: 'logIn: { max: 5, windowMs: 15 * MINUTE }',
    with: 'logIn: { max: 50, windowMs: 15 * MINUTE }',
    caughtBy: authentication,
    says: 'How often what may be tried is written down as it is',
  },
  {
    name: 'standard: a word of the product that the page doesn’t list',
    why: 'nobody would know what is refused',
    file: 'docs/security/authentication.md',
    replace: 'candor candour admin',
    with: 'candor admin',
    caughtBy: authentication,
    says: 'Words that make no password are listed as they are',
  },
  {
    name: 'standard: a way in under another address than is written down',
    why: 'what is counted and watched there would be looked for elsewhere',
    file: `${identity}/contract.ts`,
    replace: "path: '/user/login/passkey'",
    with: "path: '/user/login/key'",
    caughtBy: authentication,
    says: 'Every way in is written down with what it shows',
  },
  {
    name: 'standard: a link that signs in, and that nobody wrote down',
    why: 'a stolen mailbox would be a stolen account',
    file: `${identity}/commands/confirm-email.ts`,
    replace: '    await markVerified(tx, app, live.member_id)\n',
    with:
      '    await markVerified(tx, app, live.member_id)\n    await openSession(tx, ' +
      "live.member_id, 'member', from, app.clock.now())\n",
    caughtBy: authentication,
    says: 'and there is no other',
  },
  {
    name: 'standard: a password that can’t be changed',
    why: 'whoever saw it would have it for good',
    file: `${identity}/commands/change-password.ts`,
    replace: '    await setPassword(tx, member.id, passwordHash, now)\n',
    with: '    if (passwordHash === hash) await setPassword(tx, member.id, passwordHash, now)\n',
    caughtBy: command('change-password'),
    says: 'The old password right, the new one holds',
  },
  {
    name: 'standard: stolen passwords that are taken',
    why: 'they are what is tried at every other site first',
    file: 'src/platform/auth/passwords.ts',
    replace: '    isBreached(plain) ||\n',
    with: '    (isBreached(plain) && common.has(plain)) ||\n',
    caughtBy: passwords,
    says: 'all of twelve characters or more are refused',
  },
  {
    name: 'standard: a sign-up that asks nobody whether its password was stolen',
    why: 'the list would be there and used by no form',
    file: `${identity}/queries/password-rules.ts`,
    replace:
      '  if (isCommonPassword(password, [...own, ...spaced])) throw failures.commonPassword(field)',
    with:
      '  if ([...own, ...spaced].some((text) => isCommonPassword(password, [text]) && text ' +
      '=== password.toLowerCase()))\n    throw failures.commonPassword(field)',
    caughtBy: command('sign-up'),
    says: 'a password that was stolen elsewhere',
  },
  {
    name: 'standard: words of the product that make a password',
    why: 'they are the first that somebody tries who knows the house',
    file: 'src/platform/auth/passwords.ts',
    replace: '    isOfContext(plain) ||\n',
    with: '    (isOfContext(plain) && common.has(plain)) ||\n',
    caughtBy: passwords,
    says: 'No word of this product makes a password',
  },
  {
    name: 'standard: a password that stands readable in its field',
    why: 'whoever looks over the shoulder reads it',
    file: 'src/ui/form/password-field.tsx',
    replace: "type={shown ? 'text' : 'password'}",
    with: 'type="text"',
    caughtBy: authentication,
    says: 'A password is typed into a field that hides it',
  },
  {
    name: 'standard: a log-in that password managers don’t fill',
    why: 'people would choose what they can remember',
    file: `${identity}/screens/public/log-in.tsx`,
    replace: 'name="password" autoComplete="current-password"',
    with: 'name="password" autoComplete="off"',
    caughtBy: authentication,
    says: 'lets managers fill it',
  },
  {
    name: 'standard: passwords of sixty characters at most',
    why: 'a sentence that somebody remembers is longer',
    file: `${identity}/model.ts`,
    replace: 'export const PASSWORD_MAX = 128',
    with: 'export const PASSWORD_MAX = 60',
    caughtBy: authentication,
    says: 'A password may be as long as 128 characters',
  },
  {
    name: 'standard: a password that ends after a year',
    why: 'people would count up the digit at its end',
    file: `${identity}/commands/log-in.ts`,
    replace: '  if (!member || !hash || !fits) throw await noted',
    with:
      '  const old = app.clock.now().getTime() - (member?.verifiedAt?.getTime() ?? 0) > 365 * ' +
      '86_400_000\n  if (!member || !hash || !fits || old) throw await noted',
    caughtBy: command('log-in'),
    says: 'A password stays good for as long as its owner keeps it',
  },
  {
    name: 'standard: an admin who comes with the installation',
    why: 'everybody who has the software would know the password',
    file: 'migrations/046-sign-in.sql',
    replace: 'grant select, insert on staff_alarm_link to candor_app;',
    with:
      'insert into credential (person_id, password_hash, changed_at) values ' +
      "('adm_00000000000000000000', 'x', '2026-01-01');\ninsert into staff (id, first_name, " +
      "last_name, email, role, created_at) values ('adm_00000000000000000000', 'Default', " +
      "'Admin', 'admin@example.com', 'owner', '2026-01-01');\ngrant select, insert on " +
      'staff_alarm_link to candor_app;',
    caughtBy: `vitest run ${identity}/seed.test.ts`,
    says: 'A new installation has nobody in it',
  },
  {
    name: 'standard: sample people in a live installation',
    why: 'their password stands in the README',
    file: 'src/seed.ts',
    replace: "  if (config.MODE !== 'sandbox') return []\n",
    with: '',
    caughtBy: 'vitest run tests/flows/seed.test.ts',
    says: 'A live installation is given no sample people',
  },
  {
    name: 'standard: staff who get into a live house by the password alone',
    why: 'one stolen password would read every member',
    file: `${identity}/queries.ts`,
    replace: "  if (config.MODE === 'sandbox' || found.kind === 'member') return null\n",
    with: "  if (config.MODE !== 'live' || found.kind) return null\n",
    caughtBy: security,
    says: 'the staff reach the Security page alone until a second factor is set up',
  },
  {
    name: 'standard: a hint at the password',
    why: 'it is read by whoever tries',
    file: `${identity}/contract.ts`,
    replace: "        firstName: name('first name'),\n",
    with:
      "        firstName: name('first name'),\n        passwordHint: " +
      'z.string().max(80).optional(),\n',
    caughtBy: authentication,
    says: 'Nothing is asked for or kept that hints at a password',
  },
  {
    name: 'standard: a reset by mail that takes the second factor away',
    why: 'a stolen mailbox would be all that is needed',
    file: `${identity}/commands/reset-password.ts`,
    replace: '    await setPassword(tx, owner.id, passwordHash, now)\n',
    with:
      '    await setPassword(tx, owner.id, passwordHash, now)\n    await ' +
      "tx.withTables<IdentityTables>().deleteFrom('authenticator').where('person_id', '=', " +
      'owner.id).execute()\n',
    caughtBy: command('reset-password'),
    says: 'A new password takes no second factor away',
  },
  {
    name: 'standard: recovery codes of fifty-nine bits',
    why: 'a digest of so little can be tried out by whoever has the table and the secret',
    file: `${identity}/model/factors.ts`,
    replace: 'const RECOVERY_GROUPS = 4',
    with: 'const RECOVERY_GROUPS = 2',
    caughtBy: authentication,
    says: 'A recovery code has 112 random bits or more',
  },
  {
    name: 'standard: codes by mail that all begin with a one',
    why: 'a tenth of the guesses would do',
    file: 'src/platform/auth/secrets.ts',
    replace: 'randomInt(100_000, 1_000_000)',
    with: 'randomInt(100_000, 200_000)',
    caughtBy: authentication,
    says: 'a code by mail is six random digits',
  },
  {
    name: 'standard: a code that is computed and not drawn',
    why: 'whoever saw a few could tell the next',
    file: 'src/platform/auth/secrets.ts',
    replace: 'randomInt(100_000, 1_000_000)',
    with: 'Math.floor(100_000 + Math.random() * 900_000)',
    caughtBy: 'node tools/check-architecture.ts',
    says: 'secrets are drawn, not computed',
  },
  {
    name: 'standard: a code by telephone',
    why: 'a number is taken over by talking to its provider',
    file: `${identity}/steps/show-factor.ts`,
    replace: "  passkey: 'passkey',\n}",
    with: "  passkey: 'passkey',\n  sms: 'sms_code',\n} as Record<Way, string>",
    caughtBy: authentication,
    says: 'none of them a telephone',
  },
  {
    name: 'standard: sessions that last longer than is written down',
    why: 'a session left open would be there for whoever comes by',
    file: `${identity}/model.ts`,
    replace: 'member: { idleMs: 30 * MINUTE,',
    with: 'member: { idleMs: 60 * MINUTE,',
    caughtBy: authentication,
    says: 'How long sessions last is written down as it is',
  },
  {
    name: 'standard: more sessions at once than are written down',
    why: 'nobody would look through two hundred of them',
    file: `${identity}/model.ts`,
    replace: 'export const MOST_SESSIONS = 20',
    with: 'export const MOST_SESSIONS = 200',
    caughtBy: authentication,
    says: 'How many sessions one person may have is written down',
  },
  {
    name: 'standard: any number of sessions at once',
    why: 'one that was stolen would stand among them unseen',
    file: `${identity}/steps/open-session.ts`,
    replace: '  await endBeyond(tx, personId, session.id, now)\n',
    with: '  if (span === null) await endBeyond(tx, personId, session.id, now)\n',
    caughtBy: command('resume-session'),
    says: 'Beyond twenty sessions of one person',
  },
  {
    name: 'standard: a secret of the house that speaks for people',
    why: 'who has it, or guesses where it lies, would be anybody, for good',
    file: `${identity}/commands/resume-session.ts`,
    replace: '  const found = await findSignedIn(app.db, token, now)\n',
    with:
      '  const fixed = token === app.config.SECRET\n  const rows = fixed ? await ' +
      "app.db.withTables<IdentityTables>().selectFrom('session').selectAll().execute() : []\n " +
      " const found = rows[0] ? ({ kind: 'member', session: { ...rows[0], seenAt: now } } as " +
      'unknown as SignedIn) : await findSignedIn(app.db, token, now)\n',
    caughtBy: command('resume-session'),
    says: 'nothing fixed speaks for anybody',
  },
  {
    name: 'standard: a session that never idles out',
    why: 'a screen left open would be there for whoever sits down',
    file: `${identity}/queries.ts`,
    replace: "    .where('idle_until', '>', now)\n  const row",
    with: "    .where('ends_at', '>', now)\n  const row",
    caughtBy: command('resume-session'),
    says: "A member's session ends after 30 minutes idle",
  },
  {
    name: 'standard: a suspension that leaves sessions open',
    why: 'lifted again, whoever holds one would be in',
    file: `${identity}/commands/suspend-staff.ts`,
    replace: "    await endSessions(tx, staffId, 'suspended', now)\n",
    with: "    if (suspended) await endSessions(tx, staffId, 'suspended', now)\n",
    caughtBy: command('suspend-staff'),
    says: 'Who is suspended is out at once and gets in nowhere',
  },
  {
    name: 'standard: a closed account whose sessions go on',
    why: 'somebody would act for a person who has left',
    file: `${identity}/steps/erase-member.ts`,
    replace: "  await endSessions(tx, memberId, 'account-closed', now)\n",
    with: "  if (memberId === '') await endSessions(tx, memberId, 'account-closed', now)\n",
    caughtBy: 'vitest run src/modules/portfolio/commands/close-own-account.test.ts',
    says: 'An account without money closes: sessions end',
  },
  {
    name: 'standard: a back office without a way out',
    why: 'whoever shares the machine would come in after',
    file: 'src/web/admin/layout.tsx',
    replace: "      { label: 'Log out', onSelect: logOut, icon: signOut },\n",
    with: '',
    caughtBy: authentication,
    says: 'stands in a frame whose menu has a way to log out',
  },
  {
    name: 'standard: sessions of a member that the staff can’t end',
    why: 'who rings because of a stolen phone could only wait',
    file: `${identity}/commands/end-member-sessions.ts`,
    replace: "    await endSessions(tx, memberId, 'ended-by-staff', now)\n",
    with: "    await endSessions(tx, admin.id, 'ended-by-staff', now)\n",
    caughtBy: command('end-member-sessions'),
    says: 'The staff ends every session of one member',
  },
  {
    name: 'standard: a session left open that ends all others',
    why: 'a thief would throw the owner out, and stay',
    file: `${identity}/api.ts`,
    replace:
      'const { app, person, sessionId } = await fresh(context)\n      await endOtherSessions',
    with: 'const { app, person, sessionId } = of(context)\n      await endOtherSessions',
    caughtBy: security,
    says: 'What a session left open must not do asks for a fresh proof',
  },
  {
    name: 'standard: a link that hands a session over',
    why: 'opening a mail would sign in, wherever it is opened',
    file: `${identity}/api.ts`,
    replace: '    await confirmEmail(context.app, visitorOf(context), input)\n',
    with:
      '    await confirmEmail(context.app, visitorOf(context), input)\n    ' +
      "context.reply.append('set-cookie', sessionCookie('candor_member', newToken(), { " +
      'secure: false }))\n',
    caughtBy: api,
    says: 'and opens no session: who verified logs in',
  },
  {
    name: 'standard: a field that no page tells',
    why: 'a right over it would have come in unseen',
    file: `${identity}/contract.ts`,
    replace: '        ...{ first_name: said, last_name: said, phone_number: said, country: said },',
    with:
      '        ...{ first_name: said, last_name: said, phone_number: said, country: said, ' +
      'status: said },',
    caughtBy: fields,
    says: 'A page tells for every call which fields it takes and gives',
  },
  {
    name: 'standard: a profile that takes any field',
    why: 'one step from there whoever sends a balance has it',
    file: `${identity}/contract.ts`,
    replace: '      z.object({\n        version: z.coerce.number().int().min(1),\n',
    with: '      z.looseObject({\n        version: z.coerce.number().int().min(1),\n',
    caughtBy: fields,
    says: 'No call takes or gives a field that it doesn’t name',
  },
  {
    name: 'standard: a session that proves anew and keeps its token',
    why:
      'whoever has a copy of the cookie could do with it what its owner has just proved ' +
      'themselves for',
    file: `${identity}/commands/step-up.ts`,
    replace: '    return await renewToken(tx, sessionId, app.clock.now())\n',
    with:
      "    return { ...(await renewToken(tx, '', app.clock.now()).catch(() => ({ token: '', " +
      'endsAt: app.clock.now(), remembered: false }))) }\n',
    caughtBy: security,
    says: 'A fresh proof gives the session a new token',
  },
  {
    name: 'standard: a token of before that goes on for good',
    why: 'a new one beside it would take nothing from whoever has a copy',
    file: `${identity}/queries.ts`,
    replace:
      "(await live.where('before_digest', '=', digest).where('before_until', '>', " +
      'now).executeTakeFirst())',
    with: "(await live.where('before_digest', '=', digest).executeTakeFirst())",
    caughtBy: security,
    says: 'a copy of the one before ends within ten seconds',
  },
  {
    name: 'standard: one of the staff who presses the alarm in vain',
    why: 'their mail would look like help and do nothing',
    file: `${identity}/steps/raise-staff-alarm.ts`,
    replace: '  await stopEveryWayIn(tx, staffId, now)\n',
    with: '  if (!link) await stopEveryWayIn(tx, staffId, now)\n',
    caughtBy: command('raise-alarm'),
    says: 'One of the staff presses it too',
  },
]
