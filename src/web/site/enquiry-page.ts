import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { EnquiryKind } from '#modules/enquiries/model.ts'
import { formContext } from '../context.ts'

/** A reference in the address of the page; any other text is not displayed. */
const REFERENCE = /^M-\d{1,18}$/

/** Loads a form. Its result is in the address, so that a reload doesn't send it again. */
export const loadEnquiryForm = ({ context, request }: LoaderFunctionArgs) => {
  const sent = new URL(request.url).searchParams.get('sent')
  return {
    shown: context.get(formContext).stamp(),
    sent: sent !== null,
    reference: sent && REFERENCE.test(sent) ? sent : null,
  }
}

/**
 * Creates the action of a form: a redirect after success, or the errors with the submitted values.
 */
export const createEnquiryAction =
  (kind: EnquiryKind) =>
  async ({ context, request }: ActionFunctionArgs) => {
    const answer = await context.get(formContext).take(request, kind)
    return answer.sent
      ? redirect(`/${kind}?sent=${answer.reference}#${kind}-form`, 303)
      : data(answer, { status: answer.status })
  }
