import { addPasskey } from '#modules/identity/commands/add-passkey.ts'
import { beginAuthenticator } from '#modules/identity/commands/begin-authenticator.ts'
import { beginPasskey } from '#modules/identity/commands/begin-passkey.ts'
import { challengePasskey } from '#modules/identity/commands/challenge-passkey.ts'
import { confirmAuthenticator } from '#modules/identity/commands/confirm-authenticator.ts'
import { endOtherSessions } from '#modules/identity/commands/end-other-sessions.ts'
import { endSession } from '#modules/identity/commands/end-session.ts'
import { finishLogIn } from '#modules/identity/commands/finish-log-in.ts'
import { forgetExpired } from '#modules/identity/commands/forget-expired.ts'
import { giveAccountBack } from '#modules/identity/commands/give-account-back.ts'
import { logIn } from '#modules/identity/commands/log-in.ts'
import { logInByPasskey } from '#modules/identity/commands/log-in-by-passkey.ts'
import { removeAuthenticator } from '#modules/identity/commands/remove-authenticator.ts'
import { removePasskey } from '#modules/identity/commands/remove-passkey.ts'
import { renamePasskey } from '#modules/identity/commands/rename-passkey.ts'
import { renewRecoveryCodes } from '#modules/identity/commands/renew-recovery-codes.ts'
import { resetFactor } from '#modules/identity/commands/reset-factor.ts'
import { sealAnew } from '#modules/identity/commands/seal-anew.ts'
import { stepUp } from '#modules/identity/commands/step-up.ts'
import { CHALLENGE_LIFE_MS } from '#modules/identity/model/factors.ts'
import {
  aDisputedMember,
  aMember,
  appCode,
  aVisitor,
  SAMPLE_PASSWORD,
  signIn,
  softPasskey,
  withAuthenticator,
  withPasskey,
} from '#modules/identity/testing.ts'
import { another, type Scenario } from '../scenario.ts'

type House = Parameters<Scenario['prepare']>[0]

async function withApp({ app }: House) {
  const made = await aMember(app)
  return { ...made, ...(await withAuthenticator(app, made.member, made.sessionId)) }
}

async function ticketOf({ app }: House, email: string): Promise<string> {
  const refused = await logIn(app, aVisitor(), { email, password: SAMPLE_PASSWORD }).catch(
    (error) => error,
  )
  return refused.alongside.ticket
}

/** A code that wasn't used yet: of the half minute to come. */
const nextCode = ({ app }: House, secret: string) => appCode(app, secret, 1)

const NEXT_SECRET = 'the secret that follows, with thirty-two letters and more'

export const scenarios: Scenario[] = [
  {
    command: 'identity/seal-anew',
    prepare: async (house) => {
      await withApp(house)

      const { SECRET = '' } = house.app.config

      return {
        run: (on) =>
          sealAnew({
            ...on,
            config: { ...on.config, SECRET: NEXT_SECRET, SECRET_BEFORE: [SECRET] },
          }),
      }
    },
  },
  {
    command: 'identity/forget-expired',
    first: true,
    prepare: async ({ app }) => {
      await challengePasskey(app, aVisitor(), { visit: true })
      app.clock.advance(CHALLENGE_LIFE_MS)
      return { run: (on) => forgetExpired(on) }
    },
  },
  {
    command: 'identity/begin-authenticator',
    prepare: async ({ app }) => {
      const { member } = await aMember(app)
      return { run: (on) => beginAuthenticator(on, member) }
    },
  },
  {
    command: 'identity/confirm-authenticator',
    prepare: async ({ app }) => {
      const { member, sessionId } = await aMember(app)
      const { secret } = await beginAuthenticator(app, member)
      const code = appCode(app, secret)
      return { run: (on) => confirmAuthenticator(on, member, { code, sessionId }) }
    },
  },
  {
    command: 'identity/remove-authenticator',
    prepare: async (house) => {
      const { member } = await withApp(house)
      return { run: (on) => removeAuthenticator(on, member) }
    },
  },
  {
    command: 'identity/renew-recovery-codes',
    prepare: async (house) => {
      const { member } = await withApp(house)
      return { run: (on) => renewRecoveryCodes(on, member) }
    },
  },
  {
    command: 'identity/begin-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await aMember(app)
      return { run: (on) => beginPasskey(on, member, sessionId) }
    },
  },
  {
    command: 'identity/add-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await aMember(app)
      const options = { ...(await beginPasskey(app, member, sessionId)) }
      const passkey = softPasskey(app.config).make(options)
      return { run: (on) => addPasskey(on, member, { name: 'Laptop', passkey, sessionId }) }
    },
  },
  {
    command: 'identity/rename-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await aMember(app)
      const { id } = await withPasskey(app, member, sessionId)
      return { run: (on) => renamePasskey(on, member, { id, name: 'Phone' }) }
    },
  },
  {
    command: 'identity/remove-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await aMember(app)
      const { id } = await withPasskey(app, member, sessionId)
      return { run: (on) => removePasskey(on, member, id) }
    },
  },
  {
    command: 'identity/challenge-passkey',
    prepare: async () => {
      const from = aVisitor()
      return { run: (on) => challengePasskey(on, from, { visit: true }) }
    },
  },
  {
    command: 'identity/step-up',
    when: 'by a code',
    prepare: async (house) => {
      const { member, sessionId, secret } = await withApp(house)
      const code = nextCode(house, secret)
      return { run: (on) => stepUp(on, member, sessionId, { code }) }
    },
  },
  {
    command: 'identity/step-up',
    when: 'by a recovery code',
    prepare: async (house) => {
      const { member, sessionId, codes } = await withApp(house)
      return { run: (on) => stepUp(on, member, sessionId, { recoveryCode: codes[0] }) }
    },
  },
  {
    command: 'identity/step-up',
    when: 'by the password',
    prepare: async ({ app }) => {
      const { member, sessionId } = await aMember(app)
      return { run: (on) => stepUp(on, member, sessionId, { password: SAMPLE_PASSWORD }) }
    },
  },
  {
    command: 'identity/finish-log-in',
    prepare: async (house) => {
      const { member, secret } = await withApp(house)
      const [from, ticket] = [aVisitor(), await ticketOf(house, member.email)]
      const code = nextCode(house, secret)
      return { run: (on) => finishLogIn(on, from, { kind: 'member', ticket, code }) }
    },
  },
  {
    command: 'identity/log-in-by-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await aMember(app)
      const { device } = await withPasskey(app, member, sessionId)
      const from = aVisitor()
      const { ticket, options } = await challengePasskey(app, from, { visit: true })
      const passkey = device.use({ ...options })
      return { run: (on) => logInByPasskey(on, from, { kind: 'member', ticket, passkey }) }
    },
  },
  {
    command: 'identity/end-session',
    prepare: async ({ app }) => {
      const { member } = await aMember(app)
      const { sessionId } = await signIn(app, member)
      return { run: (on) => endSession(on, member, sessionId) }
    },
  },
  {
    command: 'identity/end-other-sessions',
    prepare: async ({ app }) => {
      const { member, sessionId } = await aMember(app)
      await signIn(app, member)
      return { run: (on) => endOtherSessions(on, member, sessionId) }
    },
  },
  {
    command: 'identity/reset-factor',
    prepare: async (house) => {
      const { member } = await withApp(house)
      const input = { memberId: member.id, reason: 'She rang from the number we know.' }
      return { run: (on) => resetFactor(on, house.ines, input) }
    },
  },
  {
    command: 'identity/give-account-back',
    prepare: async ({ app, ines }) => {
      const { member } = await aDisputedMember(app)
      const email = `${another('given-back')}@example.com`
      const input = { memberId: member.id, email, reason: 'She came with her passport.' }
      return { run: (on) => giveAccountBack(on, ines, input) }
    },
  },
]
