import { changePassword } from '#modules/identity/commands/change-password.ts'
import { confirmEmail } from '#modules/identity/commands/confirm-email.ts'
import { createAdmin } from '#modules/identity/commands/create-admin.ts'
import { logInAdmin } from '#modules/identity/commands/log-in-admin.ts'
import { logInMember } from '#modules/identity/commands/log-in-member.ts'
import { logOut } from '#modules/identity/commands/log-out.ts'
import { requestAdminReset } from '#modules/identity/commands/request-admin-reset.ts'
import { requestReset } from '#modules/identity/commands/request-reset.ts'
import { resetPassword } from '#modules/identity/commands/reset-password.ts'
import { resumeSession } from '#modules/identity/commands/resume-session.ts'
import { sendNewCode } from '#modules/identity/commands/send-new-code.ts'
import { signUp } from '#modules/identity/commands/sign-up.ts'
import { verifyEmail } from '#modules/identity/commands/verify-email.ts'
import { SESSION_WRITE_MS } from '#modules/identity/model.ts'
import {
  buildSignUpInput,
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  readMailedCode,
  readMailedToken,
  SAMPLE_PASSWORD,
} from '#modules/identity/testing.ts'
import { another, type Scenario } from '../scenario.ts'

const NEXT_PASSWORD = 'another-open-book-2026'

export const scenarios: Scenario[] = [
  {
    command: 'identity/sign-up',
    prepare: async ({ app }) => {
      const [from, input] = [createTestVisitor(), await buildSignUpInput(app)]
      return { run: (on) => signUp(on, from, input) }
    },
  },
  {
    command: 'identity/verify-email',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app, { verified: false })
      const [from, verifyCode] = [createTestVisitor(), await readMailedCode(app, member.email)]
      return { run: (on) => verifyEmail(on, from, { email: member.email, verifyCode }) }
    },
  },
  {
    command: 'identity/confirm-email',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app, { verified: false })
      const [from, token] = [
        createTestVisitor(),
        await readMailedToken(app, member.email, 'verify-code'),
      ]
      return { run: (on) => confirmEmail(on, from, { token }) }
    },
  },
  {
    command: 'identity/send-new-code',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app, { verified: false })
      const from = createTestVisitor()
      return { run: (on) => sendNewCode(on, from, { email: member.email }) }
    },
  },
  {
    command: 'identity/log-in-member',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const from = createTestVisitor()
      return {
        run: (on) => logInMember(on, from, { email: member.email, password: SAMPLE_PASSWORD }),
      }
    },
  },
  {
    command: 'identity/log-in-admin',
    prepare: async ({ app }) => {
      const { admin } = await createTestAdmin(app)
      const from = createTestVisitor()
      return {
        run: (on) => logInAdmin(on, from, { email: admin.email, password: SAMPLE_PASSWORD }),
      }
    },
  },
  {
    command: 'identity/log-out',
    prepare: async ({ app }) => {
      const { token } = await createTestMember(app)
      return { run: (on) => logOut(on, { token }) }
    },
  },
  {
    command: 'identity/resume-session',
    prepare: async ({ app }) => {
      const { token } = await createTestMember(app)
      app.clock.advance(SESSION_WRITE_MS * 2)
      return { run: (on) => resumeSession(on, { token }) }
    },
  },
  {
    command: 'identity/request-reset',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const from = createTestVisitor()
      return { run: (on) => requestReset(on, from, { email: member.email }) }
    },
  },
  {
    command: 'identity/request-admin-reset',
    prepare: async ({ app }) => {
      const { admin } = await createTestAdmin(app)
      const from = createTestVisitor()
      return { run: (on) => requestAdminReset(on, from, { email: admin.email }) }
    },
  },
  {
    command: 'identity/reset-password',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const from = createTestVisitor()
      await requestReset(app, from, { email: member.email })
      const token = await readMailedToken(app, member.email, 'reset-password')
      return { run: (on) => resetPassword(on, from, { token, password: NEXT_PASSWORD }) }
    },
  },
  {
    command: 'identity/change-password',
    prepare: async ({ app }) => {
      const { member, sessionId } = await createTestMember(app)
      const passwords = { currentPassword: SAMPLE_PASSWORD, newPassword: NEXT_PASSWORD }
      return { run: (on) => changePassword(on, member, { ...passwords, sessionId }) }
    },
  },
  {
    command: 'identity/create-admin',
    prepare: async ({ ruth }) => {
      const email = `${another('new')}@example.com`
      const person = { firstName: 'New', lastName: 'Person', email, role: 'viewer' as const }
      return { run: (on) => createAdmin(on, ruth, { ...person, password: SAMPLE_PASSWORD }) }
    },
  },
]
