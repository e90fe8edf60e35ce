import type { CameraFacing } from '#ui/form/camera-button.tsx'
import type { DocumentKind, DocumentSide } from '../model.ts'
import type { MemberLevel, UploadedDocument } from './calls.tsx'

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
  /** Whether it is wider than high, as cards are. */
  wide?: boolean
}

const SLOTS: Record<DocumentKind, readonly DocumentSlot[]> = {
  identity_document: [
    {
      name: 'identity-front',
      kind: 'identity_document',
      side: 'front',
      label: 'Identity document, front',
      hint:
        'Your passport, identity card or driving licence, with all four corners and no glare. ' +
        'We compare your name, date of birth and photo with it.',
      camera: 'environment',
      wide: true,
    },
    {
      name: 'identity-back',
      kind: 'identity_document',
      side: 'back',
      label: 'Identity document, back',
      hint: 'Of a card or a licence. A passport has no back that we need.',
      camera: 'environment',
      optional: true,
      wide: true,
    },
  ],
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
        'A bank statement, utility bill or official letter with your name and address, at most ' +
        'three months old. Show the whole page.',
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
}

/** Lists the places for the documents of a level. */
export const listSlots = ({ needs }: MemberLevel): readonly DocumentSlot[] =>
  needs.flatMap((kind) => SLOTS[kind])

/** Returns the uploaded document of a place, or undefined. */
export const findUploaded = (
  { documents }: MemberLevel,
  { kind, side }: DocumentSlot,
): UploadedDocument | undefined =>
  documents.find((one) => one.kind === kind && one.side === (side ?? null))

/** Returns whether staff asked for the document of a place again, and it was not sent yet. */
export const isSentBack = (level: MemberLevel, slot: DocumentSlot): boolean =>
  level.rejectedDocuments.includes(slot.kind) && !slot.optional && !findUploaded(level, slot)
