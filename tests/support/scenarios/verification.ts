import { addDays, DAY_MS } from '#lib/dates.ts'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { closeAccount } from '#modules/portfolio/steps/close-account.ts'
import { beginVerification } from '#modules/verification/commands/begin-verification.ts'
import { deleteOldChecks } from '#modules/verification/commands/delete-old-checks.ts'
import { deleteOldDocuments } from '#modules/verification/commands/delete-old-documents.ts'
import { expireVerifications } from '#modules/verification/commands/expire-verifications.ts'
import { passVerification } from '#modules/verification/commands/pass-verification.ts'
import { proposeRefusal } from '#modules/verification/commands/propose-refusal.ts'
import { readCheck } from '#modules/verification/commands/read-check.ts'
import { receiveEvent } from '#modules/verification/commands/receive-event.ts'
import { removeDocument } from '#modules/verification/commands/remove-document.ts'
import { returnVerification } from '#modules/verification/commands/return-verification.ts'
import { rewrapDocuments } from '#modules/verification/commands/rewrap-documents.ts'
import { saveIdentityDetails } from '#modules/verification/commands/save-identity-details.ts'
import { submitVerification } from '#modules/verification/commands/submit-verification.ts'
import { uploadDocument } from '#modules/verification/commands/upload-document.ts'
import { viewDocument } from '#modules/verification/commands/view-document.ts'
import { listDocuments } from '#modules/verification/queries.ts'
import {
  createDraft,
  createTestVerification,
  declareDetails,
  drawTestDocument,
  passTest,
  TEST_DETAILS,
} from '#modules/verification/testing.ts'
import type { App } from '#platform/app.ts'
import { approving, type Scenario } from '../scenario.ts'
import { buildStubConfig, openSumsubStub, type SumsubStub } from '../sumsub-stub.ts'

const reason = 'The document is of another person.'
const KEYS = [{ id: 'next', hex: 'b'.repeat(64) }]
const withKeys = (app: App): App => ({ ...app, config: { ...app.config, DOCUMENT_KEYS: KEYS } })

/** The app some days later, on the business date too. */
const later = (app: App, days: number): App => ({
  ...app,
  clock: {
    ...app.clock,
    now: () => new Date(app.clock.now().getTime() + days * DAY_MS),
    today: () => addDays(app.clock.today(), days),
  },
})

const createDeclared = async (app: App): Promise<Member> => {
  const { member } = await createTestMember(app)
  await declareDetails(app, member)
  return member
}

const findFirstDocument = async (app: App, verificationId: string): Promise<string> =>
  (await listDocuments(app.db, [verificationId]))[0]?.id ?? ''

let stub: SumsubStub | null = null

async function openStub(): Promise<{ stub: SumsubStub; use: (on: App) => App }> {
  stub ??= await openSumsubStub()
  const config = buildStubConfig(stub)
  return { stub, use: (on) => ({ ...on, config: { ...on.config, ...config } }) }
}

async function closeStub() {
  await stub?.close()
  stub = null
}

export const scenarios: Scenario[] = [
  {
    command: 'verification/save-identity-details',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      return { run: (on) => saveIdentityDetails(on, member, { ...TEST_DETAILS, version: 0 }) }
    },
  },
  {
    command: 'verification/begin-verification',
    prepare: async ({ app }) => {
      const member = await createDeclared(app)
      return { run: (on) => beginVerification(on, member, 'basic') }
    },
  },
  {
    command: 'verification/upload-document',
    repeatable: true,
    prepare: async ({ app }) => {
      const member = await createDeclared(app)
      const { verification } = await beginVerification(app, member, 'basic')
      const file = await drawTestDocument()
      const input = { verificationId: verification.id, kind: 'photo_with_code' as const, file }
      return { run: (on) => uploadDocument(on, member, input) }
    },
  },
  {
    command: 'verification/remove-document',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const { id } = await createDraft(app, member)
      const document = await findFirstDocument(app, id)
      return { run: (on) => removeDocument(on, member, document) }
    },
  },
  {
    command: 'verification/submit-verification',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const { id } = await createDraft(app, member)
      return { run: (on) => submitVerification(on, member, id) }
    },
  },
  {
    command: 'verification/pass-verification',
    prepare: async ({ app, ines }) => {
      const { verification } = await createTestVerification(app)
      const recheckOn = addDays(app.clock.today(), 365)
      const input = {
        verificationId: verification.id,
        confirmed: ['name', 'birthDate', 'photo', 'code'] as const,
        documentValidUntil: recheckOn,
        recheckOn,
      }
      return { run: (on) => passVerification(on, ines, input) }
    },
  },
  {
    command: 'verification/return-verification',
    prepare: async ({ app, ines }) => {
      const { verification } = await createTestVerification(app)
      const input = { verificationId: verification.id, memberReason: reason, documents: [] }
      return { run: (on) => returnVerification(on, ines, input) }
    },
  },
  {
    command: 'verification/propose-refusal',
    prepare: async ({ app, ines }) => {
      const { verification } = await createTestVerification(app)
      const input = { verificationId: verification.id, reason }
      return { run: (on) => proposeRefusal(on, ines, input) }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of the refusal of a verification',
    decides: 'identity.refuse',
    prepare: async ({ app, ines, ruth }) => {
      const { verification } = await createTestVerification(app)
      const input = { verificationId: verification.id, reason }
      return approving(ruth, await proposeRefusal(app, ines, input))
    },
  },
  {
    command: 'verification/view-document',
    repeatable: true,
    prepare: async ({ app, ines }) => {
      const { verification } = await createTestVerification(app)
      const document = await findFirstDocument(app, verification.id)
      return { run: (on) => viewDocument(on, ines, document) }
    },
  },
  {
    command: 'verification/expire-verifications',
    prepare: async ({ app, ines }) => {
      await expireVerifications(later(app, 100))
      const { verification } = await createTestVerification(app)
      await passTest(app, ines, verification, 50)
      return { run: (on) => expireVerifications(later(on, 51)) }
    },
  },
  {
    command: 'verification/rewrap-documents',
    prepare: async ({ app }) => {
      await rewrapDocuments(withKeys(app))
      const { member } = await createTestMember(app)
      await createDraft(app, member)
      return { run: (on) => rewrapDocuments(withKeys(on)) }
    },
  },
  {
    command: 'verification/delete-old-documents',
    prepare: async ({ app }) => {
      await deleteOldDocuments(later(app, 2_000))
      const { member } = await createTestVerification(app)
      await app.db
        .transaction()
        .execute((tx) =>
          closeAccount(tx, app, member, { memberId: member.id, byStaff: false, reason: null }),
        )
      return { run: (on) => deleteOldDocuments(later(on, 2_000)) }
    },
  },
  {
    command: 'verification/delete-old-checks',
    prepare: async ({ app }) => {
      const { use } = await openStub()
      await beginVerification(use(app), await createDeclared(app), 'basic')
      return { run: (on) => deleteOldChecks(later(use(on), 2_000)) }
    },
    finish: closeStub,
  },
  {
    command: 'verification/read-check',
    prepare: async ({ app }) => {
      const { stub: provider, use } = await openStub()
      const member = await createDeclared(app)
      const { verification } = await beginVerification(use(app), member, 'basic')
      provider.review(
        verification.id,
        {
          reviewStatus: 'completed',
          reviewResult: { reviewAnswer: 'GREEN' },
        },
        { firstName: member.firstName, lastName: member.lastName, dob: TEST_DETAILS.birthDate },
      )
      return { run: (on) => readCheck(use(on), verification.id) }
    },
    finish: closeStub,
  },
  {
    command: 'verification/receive-event',
    repeatable: true,
    prepare: async ({ app }) => {
      const { stub: provider, use } = await openStub()
      const member = await createDeclared(app)
      const { verification } = await beginVerification(use(app), member, 'basic')
      const event = provider.buildEvent(verification.id)
      // the first one makes the queue, which is no part of what a command leaves
      await receiveEvent(use(app), event)
      return { run: (on) => receiveEvent(use(on), event) }
    },
    finish: closeStub,
  },
]
