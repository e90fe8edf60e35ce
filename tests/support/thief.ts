import { giveAccountBack } from '#modules/identity/commands/give-account-back.ts'
import { resetFactor } from '#modules/identity/commands/reset-factor.ts'
import { resetStaffFactor } from '#modules/identity/commands/reset-staff-factor.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import {
  addTestAuthenticator,
  openTestSession,
  SAMPLE_PASSWORD,
} from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { saveWallets } from '#modules/withdrawals/commands/save-wallets.ts'
import { listWithdrawals } from '#modules/withdrawals/queries.ts'
import {
  approveReviewed,
  fundMember,
  OTHER_ADDRESS,
  TEST_ADDRESS,
} from '#modules/withdrawals/testing.ts'
import { pickOne, type Random } from './fuzz-values.ts'
import type { TestServer } from './http.ts'

export const STOLEN = ['password', 'mailbox', 'session', 'admin'] as const
export type Stolen = (typeof STOLEN)[number]

/** The thief's own address; the member's, saved long ago, is the other one. */
export const THEIRS = OTHER_ADDRESS
const HOUR = 3_600_000

/**
 * A thief who knows what they are after tries some things more often than others; everything else
 * counts once.
 */
export const OFTEN: Readonly<Record<string, number>> = {
  logIn: 5,
  askForReset: 2,
  useReset: 3,
  saveAddress: 5,
  withdraw: 5,
  withdrawOther: 4,
  proveByPassword: 2,
  staffApproves: 3,
  staffPays: 3,
  rogueApproves: 4,
  roguePays: 4,
  memberWithdraws: 3,
}

type Hands = {
  member: Member
  mailbox: string
  /** What the thief knows or holds by now; nothing where it is empty. */
  password: string
  session: string
  ownMailbox: string
}

/** A member with money and an address that is known, and a thief who has one thing of theirs. */
export async function robbery(
  server: TestServer,
  staff: { rogue: Admin; honest: Admin },
  stolen: Stolen,
  random: Random,
) {
  const { app, clock } = server
  const made = await server.asMember()
  const { member } = made

  await fundMember(app, member.id, { cash: 500_000n })
  await saveWallets(app, member, { ethereum: TEST_ADDRESS })
  if (random() < 0.4) await addTestAuthenticator(app, member, made.sessionId)
  clock.advance(25 * HOUR)

  const { token } = await openTestSession(app, member)
  const hands: Hands = {
    member,
    mailbox: stolen === 'mailbox' ? member.email : '',
    password: stolen === 'password' ? SAMPLE_PASSWORD : '',
    session: stolen === 'session' ? token : '',
    ownMailbox: `thief${Math.floor(random() * 1e12)}@example.org`,
  }

  return {
    hands,
    attempts: {
      ...listMemberAttempts(server, hands),
      ...(stolen === 'admin' ? listRogueAttempts(server, staff, member) : {}),
      ...listWorldEvents(server, staff.honest, hands, random),
    },
  }
}

const post = (
  server: TestServer,
  path: string,
  token: string,
  body: object = {},
  method = 'POST',
) => server.send(method, `/api${path}`, { ...(token && { token }), key: crypto.randomUUID(), body })

async function readMailedLink(
  server: TestServer,
  mailbox: string,
  template: string,
): Promise<string> {
  const mail = mailbox ? await findMail(server.app.db, mailbox, template) : null
  return (
    String(mail?.data.link ?? '')
      .split('/')
      .at(-1) ?? ''
  )
}

/** Lists what a thief with a password, a mailbox or a session can try. */
function listMemberAttempts(server: TestServer, hands: Hands) {
  const ask = (path: string, body: object = {}, method = 'POST') =>
    post(server, path, hands.session, body, method)
  const enter = async (email: string) => {
    const { status, json } = await post(server, '/user/login', '', {
      email,
      password: hands.password,
    })
    if (status === 200) hands.session = json.data.token
  }

  return {
    logIn: () => enter(hands.member.email),
    logInElsewhere: () => enter(hands.ownMailbox),
    proveByPassword: async () => {
      const { status, json } = await ask('/user/security/step-up', { password: hands.password })
      if (status === 200) hands.session = json.data.token
    },
    askForReset: () =>
      post(server, '/user/forget-pass', '', { email: hands.mailbox || hands.ownMailbox }),
    useReset: async () => {
      const password = 'orange kettle seven rivers'
      for (const template of ['reset-password', 'withdrawals-frozen', 'email-restored']) {
        const mailbox = hands.mailbox || hands.ownMailbox
        const token = await readMailedLink(server, mailbox, template)
        if (token && (await post(server, `/user/change/${token}`, '', { password })).status === 200)
          hands.password = password
      }
    },
    changePassword: async () => {
      const next = 'purple anvil eight deserts'
      const change = { current_password: hands.password, new_password: next }
      if ((await ask('/user/pass', change, 'PATCH')).status === 200) hands.password = next
    },
    askForAddress: () => ask('/user/email', { email: hands.ownMailbox, password: hands.password }),
    confirmAddress: async () =>
      post(
        server,
        `/user/email/${await readMailedLink(server, hands.ownMailbox, 'confirm-new-email')}`,
        '',
      ),
    addAuthenticator: () => ask('/user/security/authenticator'),
    removeAuthenticator: () => ask('/user/security/authenticator/remove'),
    renewCodes: () => ask('/user/security/recovery-codes'),
    saveAddress: () => ask('/wallets', { usdt: THEIRS }, 'PUT'),
    saveAnother: () => ask('/wallets', { ethereum: THEIRS }, 'PUT'),
    putBack: () => ask('/wallets', { usdt: TEST_ADDRESS }, 'PUT'),
    withdraw: () =>
      ask('/withdraw', { amount: '900', payment_channel: 'USDT', wallet_address: THEIRS }),
    withdrawOther: () =>
      ask('/withdraw', { amount: '900', payment_channel: 'ETHERIUM', wallet_address: THEIRS }),
    withdrawAll: () =>
      ask('/withdraw', { amount: '5000', payment_channel: 'USDT', wallet_address: THEIRS }),
    reportCompromise: async () =>
      post(server, `/not-me/${await readMailedLink(server, hands.mailbox, 'wallet-changed')}`, ''),
  }
}

/**
 * What one of the staff can try alone, with every right of an owner; what a second admin has to
 * agree to stays a wish.
 */
function listRogueAttempts(server: TestServer, { rogue }: { rogue: Admin }, member: Member) {
  const live = { ...server.app, config: { ...server.app.config, MODE: 'live' as const } }
  const memberId = member.id
  const each = async (attempt: (id: string) => Promise<unknown>) => {
    for (const { id } of await listWithdrawals(server.app.db, { memberId }))
      await attempt(id).catch(() => {})
  }

  return {
    rogueApproves: () => each((id) => approveReviewed(server.app, rogue, id)),
    roguePays: () =>
      each((id) => markPaid(server.app, rogue, { withdrawalId: id, txid: `tx-rogue-${id}` })),
    rogueResets: () =>
      resetFactor(live, rogue, { memberId, reason: 'They rang.' }).catch(() => null),
    rogueGivesBack: () =>
      giveAccountBack(live, rogue, {
        memberId,
        email: 'rogue@example.org',
        reason: 'They rang.',
      }).catch(() => null),
    rogueResetsStaff: () =>
      resetStaffFactor(live, rogue, { staffId: rogue.id, reason: 'Mine is lost.' }).catch(
        () => null,
      ),
  }
}

/**
 * What happens around them: time, staff who approve and pay whatever may be, and a member who saves
 * an address and waits.
 */
function listWorldEvents(server: TestServer, honest: Admin, { member }: Hands, random: Random) {
  const { app, clock } = server
  const sweep = async () => {
    for (const { id, status } of await listWithdrawals(app.db, { memberId: member.id })) {
      if (status === 'pending') await approveReviewed(app, honest, id).catch(() => {})
      if (status !== 'completed')
        await markPaid(app, honest, { withdrawalId: id, txid: `tx-${id}` }).catch(() => {})
    }
  }

  return {
    minutesPass: async () => clock.advance(pickOne(random, [1, 6, 31]) * 60_000),
    hoursPass: async () => clock.advance(pickOne(random, [1, 5, 11]) * HOUR),
    staffApproves: sweep,
    staffPays: sweep,
    memberSavesTheirs: () => saveWallets(app, member, { usdt: THEIRS }).catch(() => null),
    memberWithdraws: () =>
      requestWithdrawal(app, member, {
        amount: '300',
        method: pickOne(random, ['USDT', 'ETHERIUM']),
        address: THEIRS,
      }).catch(() => null),
  }
}
