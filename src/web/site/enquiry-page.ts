import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { EnquiryKind } from '#modules/enquiries/model.ts'
import { formContext } from '../context.ts'

/**
 * Hands a form out; what was sent is told in the address, so that reading the page again sends
 * nothing again.
 */
export const loadEnquiryForm = ({ context, request }: LoaderFunctionArgs) => ({
  shown: context.get(formContext).stamp(),
  sent: new URL(request.url).searchParams.has('sent'),
})

/**
 * Takes what was written: back to the page that says it has arrived, or every field's refusal with
 * what was written.
 */
export const createEnquiryAction =
  (kind: EnquiryKind) =>
  async ({ context, request }: ActionFunctionArgs) => {
    const answer = await context.get(formContext).take(request, kind)
    return answer.sent
      ? redirect(`/${kind}?sent#${kind}-form`, 303)
      : data(answer, { status: answer.status })
  }
