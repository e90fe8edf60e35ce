import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { EnquiryKind } from '#modules/enquiries/model.ts'
import { formContext } from '../context.ts'

/** Loads a form. Its result is in the address, so that a reload doesn't send it again. */
export const loadEnquiryForm = ({ context, request }: LoaderFunctionArgs) => ({
  shown: context.get(formContext).stamp(),
  sent: new URL(request.url).searchParams.has('sent'),
})

/**
 * Creates the action of a form: a redirect after success, or the errors with the submitted values.
 */
export const createEnquiryAction =
  (kind: EnquiryKind) =>
  async ({ context, request }: ActionFunctionArgs) => {
    const answer = await context.get(formContext).take(request, kind)
    return answer.sent
      ? redirect(`/${kind}?sent#${kind}-form`, 303)
      : data(answer, { status: answer.status })
  }
