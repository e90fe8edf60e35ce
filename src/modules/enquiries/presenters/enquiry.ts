import { FORMER_STAFF_LABEL } from '#modules/identity/model.ts'
import { findMemberByEmail, listStaff } from '#modules/identity/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { type Enquiry, formatReference } from '../model.ts'
import { listFromSameAddress, listReplies } from '../queries.ts'

type StaffNames = ReadonlyMap<string, string>

/** Returns the names of all staff by id. */
const listStaffNames = async (reader: Reader): Promise<StaffNames> =>
  new Map((await listStaff(reader)).map(({ id, label }) => [id, label]))

const toLine = (names: StaffNames, enquiry: Enquiry) => {
  const { id, sequence, cv, handledBy: _by, assignedTo, ...rest } = enquiry
  return {
    ...rest,
    _id: id,
    sequence: String(sequence),
    reference: formatReference(enquiry),
    assignedTo,
    assignee: assignedTo && (names.get(assignedTo) ?? null),
    cv: cv && {
      path: `/api/admin/enquiries/${id}/cv`,
      type: cv.type,
      bytes: cv.bytes,
      sha256: cv.sha256,
    },
  }
}

/** Returns enquiries as a list shows them, with the names of their assignees. */
export async function buildEnquiryResponses(reader: Reader, enquiries: readonly Enquiry[]) {
  const names = await listStaffNames(reader)
  return enquiries.map((enquiry) => toLine(names, enquiry))
}

/**
 * Returns an enquiry with its thread: the replies, the other messages of the same address, and the
 * member who has this address. Anyone can type an address into the form.
 */
export async function buildThreadResponse(reader: Reader, enquiry: Enquiry) {
  const names = await listStaffNames(reader)
  const member = await findMemberByEmail(reader, enquiry.email)
  const replies = await listReplies(reader, enquiry.id)
  const others = await listFromSameAddress(reader, enquiry)

  return {
    ...toLine(names, enquiry),
    member: member && { _id: member.id, name: member.label },
    replies: replies.map(({ id, message, sentBy, sentAt }) => ({
      _id: id,
      message,
      sentBy: names.get(sentBy) ?? FORMER_STAFF_LABEL,
      sentAt,
    })),
    others: others.map((other) => ({
      _id: other.id,
      reference: formatReference(other),
      subject: other.subject,
      receivedAt: other.receivedAt,
      state: other.state,
    })),
  }
}
