import type { CameraFacing } from '#ui/form/camera-button.tsx'
import {
  type AcceptedDocuments,
  type DocumentKind,
  type DocumentSide,
  formatAccepted,
} from '../model.ts'
import type { MemberLevel, MemberVerification, UploadedDocument } from './calls.tsx'

/** A place for one document of a level. */
export type DocumentSlot = {
  /** The id of its control. */
  name: string
  kind: DocumentKind
  side?: DocumentSide
  label: string
  hint: string
  camera: CameraFacing
  optional?: boolean
  /** True if it is wider than high, as cards are. */
  wide?: boolean
}

/** The only identity document without a back. */
const PASSPORT = 'passport'

const listIdentitySlots = (accepted: readonly string[]): DocumentSlot[] => {
  const cards = accepted.filter((kind) => kind !== PASSPORT)
  const front: DocumentSlot = {
    name: 'identity-front',
    kind: 'identity_document',
    side: 'front',
    label: 'Identity document, front',
    hint:
      `Your ${formatAccepted(accepted)}, with all four corners and no glare. ` +
      'We compare your name, date of birth and photo with it.',
    camera: 'environment',
    wide: true,
  }
  const back: DocumentSlot = {
    name: 'identity-back',
    kind: 'identity_document',
    side: 'back',
    label: 'Identity document, back',
    hint:
      `Of your ${formatAccepted(cards)}.` +
      (cards.length < accepted.length ? ' A passport has no back that we need.' : ''),
    camera: 'environment',
    optional: true,
    wide: true,
  }

  return cards.length > 0 ? [front, back] : [front]
}

const listSlotsByKind = (accepted: AcceptedDocuments): Record<DocumentKind, DocumentSlot[]> => ({
  identity_document: listIdentitySlots(accepted.identity),
  photo_with_code: [
    {
      name: 'photo-with-code',
      kind: 'photo_with_code',
      label: 'Photo of you with the code',
      hint:
        'Write the code on paper and hold it beside your face, so that both are easy to see. It ' +
        'shows that the document is yours and that the photo is new.',
      camera: 'user',
    },
  ],
  proof_of_address: [
    {
      name: 'proof-of-address',
      kind: 'proof_of_address',
      label: 'Proof of address',
      hint:
        `Your ${formatAccepted(accepted.address)} with your name and address, at most three ` +
        'months old. Show the whole page.',
      camera: 'environment',
    },
  ],
  source_of_funds: [
    {
      name: 'source-of-funds',
      kind: 'source_of_funds',
      label: 'Source of funds',
      hint:
        'Payslips, a tax assessment, a contract of sale or similar, as one file: it explains ' +
        'where the money that you invest comes from.',
      camera: 'environment',
    },
  ],
})

/** Lists the places for the documents of a level, with what the member's country accepts. */
export function listSlots(
  { needs }: MemberLevel,
  { accepted }: Pick<MemberVerification, 'accepted'>,
): readonly DocumentSlot[] {
  const slots = listSlotsByKind(accepted)
  return needs.flatMap((kind) => slots[kind])
}

/** Returns the uploaded document of a place, or undefined. */
export const findUploaded = (
  { documents }: MemberLevel,
  { kind, side }: DocumentSlot,
): UploadedDocument | undefined =>
  documents.find((one) => one.kind === kind && one.side === (side ?? null))

/** Returns whether staff asked for the document of a place again, and it was not sent yet. */
export const isSentBack = (level: MemberLevel, slot: DocumentSlot): boolean =>
  level.rejectedDocuments.includes(slot.kind) && !slot.optional && !findUploaded(level, slot)
