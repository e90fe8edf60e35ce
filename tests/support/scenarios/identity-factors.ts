import { addPasskey } from '#modules/identity/commands/add-passkey.ts'
import { beginAuthenticator } from '#modules/identity/commands/begin-authenticator.ts'
import { beginPasskey } from '#modules/identity/commands/begin-passkey.ts'
import { challengePasskey } from '#modules/identity/commands/challenge-passkey.ts'
import { confirmAuthenticator } from '#modules/identity/commands/confirm-authenticator.ts'
import { deleteExpiredAuthRecords } from '#modules/identity/commands/delete-expired-auth-records.ts'
import { endOtherSessions } from '#modules/identity/commands/end-other-sessions.ts'
import { endSession } from '#modules/identity/commands/end-session.ts'
import { finishLogin } from '#modules/identity/commands/finish-login.ts'
import { giveAccountBack } from '#modules/identity/commands/give-account-back.ts'
import { logInByPasskey } from '#modules/identity/commands/log-in-by-passkey.ts'
import { logInMember } from '#modules/identity/commands/log-in-member.ts'
import { removeAuthenticator } from '#modules/identity/commands/remove-authenticator.ts'
import { removePasskey } from '#modules/identity/commands/remove-passkey.ts'
import { renamePasskey } from '#modules/identity/commands/rename-passkey.ts'
import { renewRecoveryCodes } from '#modules/identity/commands/renew-recovery-codes.ts'
import { resetFactor } from '#modules/identity/commands/reset-factor.ts'
import { rotateSecret } from '#modules/identity/commands/rotate-secret.ts'
import { stepUpSession } from '#modules/identity/commands/step-up-session.ts'
import { CHALLENGE_LIFE_MS } from '#modules/identity/model/factor-limits.ts'
import {
  addTestAuthenticator,
  addTestPasskey,
  createDisputedMember,
  createSoftPasskey,
  createTestMember,
  createTestVisitor,
  generateAppCode,
  openTestSession,
  SAMPLE_PASSWORD,
} from '#modules/identity/testing.ts'
import { another, type Scenario } from '../scenario.ts'

type ScenarioContext = Parameters<Scenario['prepare']>[0]

async function withApp({ app }: ScenarioContext) {
  const made = await createTestMember(app)
  return { ...made, ...(await addTestAuthenticator(app, made.member, made.sessionId)) }
}

async function createMfaChallenge({ app }: ScenarioContext, email: string): Promise<string> {
  const refused = await logInMember(app, createTestVisitor(), {
    email,
    password: SAMPLE_PASSWORD,
  }).catch((error) => error)
  return refused.alongside.mfaChallenge
}

/** A code that wasn't used yet: of the half minute to come. */
const nextCode = ({ app }: ScenarioContext, secret: string) => generateAppCode(app, secret, 1)

const NEXT_SECRET = 'the secret that follows, with thirty-two letters and more'

export const scenarios: Scenario[] = [
  {
    command: 'identity/rotate-secret',
    prepare: async (context) => {
      await withApp(context)

      const { SECRET = '' } = context.app.config

      return {
        run: (on) =>
          rotateSecret({
            ...on,
            config: { ...on.config, SECRET: NEXT_SECRET, SECRET_BEFORE: [SECRET] },
          }),
      }
    },
  },
  {
    command: 'identity/delete-expired-auth-records',
    first: true,
    prepare: async ({ app }) => {
      await challengePasskey(app, createTestVisitor(), { visit: true })
      app.clock.advance(CHALLENGE_LIFE_MS)
      return { run: (on) => deleteExpiredAuthRecords(on) }
    },
  },
  {
    command: 'identity/begin-authenticator',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      return { run: (on) => beginAuthenticator(on, member) }
    },
  },
  {
    command: 'identity/confirm-authenticator',
    prepare: async ({ app }) => {
      const { member, sessionId } = await createTestMember(app)
      const { secret } = await beginAuthenticator(app, member)
      const code = generateAppCode(app, secret)
      return { run: (on) => confirmAuthenticator(on, member, { code, sessionId }) }
    },
  },
  {
    command: 'identity/remove-authenticator',
    prepare: async (context) => {
      const { member } = await withApp(context)
      return { run: (on) => removeAuthenticator(on, member) }
    },
  },
  {
    command: 'identity/renew-recovery-codes',
    prepare: async (context) => {
      const { member } = await withApp(context)
      return { run: (on) => renewRecoveryCodes(on, member) }
    },
  },
  {
    command: 'identity/begin-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await createTestMember(app)
      return { run: (on) => beginPasskey(on, member, sessionId) }
    },
  },
  {
    command: 'identity/add-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await createTestMember(app)
      const options = { ...(await beginPasskey(app, member, sessionId)) }
      const passkey = createSoftPasskey(app.config).make(options)
      return { run: (on) => addPasskey(on, member, { name: 'Laptop', passkey, sessionId }) }
    },
  },
  {
    command: 'identity/rename-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await createTestMember(app)
      const { id } = await addTestPasskey(app, member, sessionId)
      return { run: (on) => renamePasskey(on, member, { id, name: 'Phone' }) }
    },
  },
  {
    command: 'identity/remove-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await createTestMember(app)
      const { id } = await addTestPasskey(app, member, sessionId)
      return { run: (on) => removePasskey(on, member, id) }
    },
  },
  {
    command: 'identity/challenge-passkey',
    prepare: async () => {
      const from = createTestVisitor()
      return { run: (on) => challengePasskey(on, from, { visit: true }) }
    },
  },
  {
    command: 'identity/step-up-session',
    when: 'by a code',
    prepare: async (context) => {
      const { member, sessionId, secret } = await withApp(context)
      const code = nextCode(context, secret)
      return { run: (on) => stepUpSession(on, member, sessionId, { code }) }
    },
  },
  {
    command: 'identity/step-up-session',
    when: 'by a recovery code',
    prepare: async (context) => {
      const { member, sessionId, codes } = await withApp(context)
      return { run: (on) => stepUpSession(on, member, sessionId, { recoveryCode: codes[0] }) }
    },
  },
  {
    command: 'identity/step-up-session',
    when: 'by the password',
    prepare: async ({ app }) => {
      const { member, sessionId } = await createTestMember(app)
      return { run: (on) => stepUpSession(on, member, sessionId, { password: SAMPLE_PASSWORD }) }
    },
  },
  {
    command: 'identity/finish-login',
    prepare: async (context) => {
      const { member, secret } = await withApp(context)
      const [from, mfaChallenge] = [
        createTestVisitor(),
        await createMfaChallenge(context, member.email),
      ]
      const code = nextCode(context, secret)

      return {
        run: (on) => finishLogin(on, from, { kind: 'member', mfaChallenge, code }),
      }
    },
  },
  {
    command: 'identity/log-in-by-passkey',
    prepare: async ({ app }) => {
      const { member, sessionId } = await createTestMember(app)
      const { device } = await addTestPasskey(app, member, sessionId)
      const from = createTestVisitor()
      const { token: mfaChallenge, options } = await challengePasskey(app, from, { visit: true })
      const passkey = device.use({ ...options })

      return {
        run: (on) => logInByPasskey(on, from, { kind: 'member', mfaChallenge, passkey }),
      }
    },
  },
  {
    command: 'identity/end-session',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const { sessionId } = await openTestSession(app, member)
      return { run: (on) => endSession(on, member, sessionId) }
    },
  },
  {
    command: 'identity/end-other-sessions',
    prepare: async ({ app }) => {
      const { member, sessionId } = await createTestMember(app)
      await openTestSession(app, member)
      return { run: (on) => endOtherSessions(on, member, sessionId) }
    },
  },
  {
    command: 'identity/reset-factor',
    prepare: async (context) => {
      const { member } = await withApp(context)
      const input = { memberId: member.id, reason: 'She rang from the number we know.' }
      return { run: (on) => resetFactor(on, context.ines, input) }
    },
  },
  {
    command: 'identity/give-account-back',
    prepare: async ({ app, ines }) => {
      const { member } = await createDisputedMember(app)
      const email = `${another('given-back')}@example.com`
      const input = { memberId: member.id, email, reason: 'She came with her passport.' }
      return { run: (on) => giveAccountBack(on, ines, input) }
    },
  },
]
