import { invariant } from '#lib/invariant.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { beginVerification } from './commands/begin-verification.ts'
import { passVerification } from './commands/pass-verification.ts'
import { proposeRefusal } from './commands/propose-refusal.ts'
import { readLeftCheck } from './commands/read-check.ts'
import { receiveEvent } from './commands/receive-event.ts'
import { removeDocument } from './commands/remove-document.ts'
import { returnVerification } from './commands/return-verification.ts'
import { saveIdentityDetails } from './commands/save-identity-details.ts'
import { submitVerification } from './commands/submit-verification.ts'
import { uploadDocument } from './commands/upload-document.ts'
import { viewDocument } from './commands/view-document.ts'
import { verificationContract } from './contract.ts'
import { buildMemberVerification } from './presenters/member.ts'
import { buildQueueLines } from './presenters/queue.ts'
import { buildReview } from './presenters/review.ts'
import { countInReview, listQueue } from './queries.ts'

const calls = implementCalls(verificationContract)

const buildMemberAnswer = async (app: App, memberId: string, message: string) => ({
  message,
  data: await buildMemberVerification(app, memberId),
})

const buildReviewAnswer = async (app: App, id: string, message: string) => ({
  message,
  data: await buildReview(app, id),
})

/** Returns the bytes of a sent file; undefined for a form without one. */
const readFile = async (file: File | string | undefined): Promise<Uint8Array | undefined> =>
  file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : undefined

export const verificationApi = calls.router({
  mine: calls.mine.handler(({ context: { app, member } }) =>
    buildMemberAnswer(app, member().id, 'Verification'),
  ),
  saveDetails: calls.saveDetails.handler(async ({ context: { app, member }, input }) => {
    await saveIdentityDetails(app, member(), input)
    return await buildMemberAnswer(app, member().id, 'Your details are saved.')
  }),
  begin: calls.begin.handler(async ({ context: { app, member }, input: { level } }) => {
    await readLeftCheck(app, member().id, level)
    const { link } = await beginVerification(app, member(), level)
    return {
      message: 'Verification started.',
      data: await buildMemberVerification(app, member().id, { level, link }),
    }
  }),
  upload: calls.upload.handler(async ({ context: { app, member }, input }) => {
    const { id: verificationId, kind, side, file } = input
    await uploadDocument(app, member(), { verificationId, kind, side, file: await readFile(file) })
    return await buildMemberAnswer(app, member().id, 'Document uploaded.')
  }),
  remove: calls.remove.handler(async ({ context: { app, member }, input: { id } }) => {
    await removeDocument(app, member(), id)
    return await buildMemberAnswer(app, member().id, 'Document removed.')
  }),
  submit: calls.submit.handler(async ({ context: { app, member }, input: { id } }) => {
    await submitVerification(app, member(), id)
    return await buildMemberAnswer(app, member().id, 'Submitted. We’ll email you the result.')
  }),

  queue: calls.queue.handler(async ({ context: { app }, input: { status } }) => ({
    message: 'Verifications',
    data: {
      ...(await countInReview(app.db, app.clock.now())),
      verifications: await buildQueueLines(app, await listQueue(app.db, status)),
    },
  })),
  review: calls.review.handler(({ context: { app }, input: { id } }) =>
    buildReviewAnswer(app, id, 'Verification'),
  ),
  document: calls.document.handler(({ context: { app, admin }, input: { id } }) =>
    viewDocument(app, admin(), id),
  ),
  pass: calls.pass.handler(async ({ context: { app, admin }, input: { id, ...review } }) => {
    await passVerification(app, admin(), { verificationId: id, ...review })
    return await buildReviewAnswer(app, id, 'Passed. The member gets an email.')
  }),
  return: calls.return.handler(async ({ context: { app, admin }, input: { id, ...answer } }) => {
    await returnVerification(app, admin(), { verificationId: id, ...answer })
    return await buildReviewAnswer(app, id, 'The member gets an email with what to do.')
  }),
  refuse: calls.refuse.handler(async ({ context: { app, admin }, input: { id, reason } }) => {
    await proposeRefusal(app, admin(), { verificationId: id, reason })
    return await buildReviewAnswer(app, id, 'Proposed. Another admin has to approve.')
  }),

  sumsub: calls.sumsub.handler(async ({ context: { app, request } }) => {
    invariant(request.body, 'a signed webhook has its bytes')
    await receiveEvent(app, { body: request.body, headers: request.headers })
    return { message: 'Received.' }
  }),
})
