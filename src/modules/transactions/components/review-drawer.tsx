import type { ReactNode } from 'react'
import { useSignedInStaff } from '#app-ui/signed-in-staff.tsx'
import { AssignmentPart } from '#modules/desk/components/assignment.tsx'
import { SubjectNotes } from '#modules/desk/components/subject-notes.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { Meanwhile } from '#ui/status/meanwhile.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'

type Props = {
  open: boolean
  title: string
  onClose: () => void
  /** The reviewed row; absent while it loads. */
  reviewed:
    | {
        id: string
        status: string
        decidedBy: string | null
        /** True if it waits for the staff, so that one of them can be assigned. */
        open: boolean
      }
    | undefined
  failed: boolean
  onRetry: () => unknown
  aside: ReactNode
  foot: ReactNode
  /** Shown once the review has loaded. */
  review: ReactNode
  /** The dialog of a decision. */
  children: ReactNode
}

/** The details of one deposit or withdrawal in the back office, with its decision. */
export function ReviewDrawer({ reviewed, failed, onRetry, review, children, ...drawer }: Props) {
  const ownName = useSignedInStaff()?.name

  return (
    <Drawer {...drawer}>
      {failed && <ReadFailed onRetry={onRetry} />}
      {!reviewed && !failed && <SkeletonLines lines={8} />}
      {reviewed && (
        <>
          <Meanwhile
            of={reviewed.id}
            now={reviewed.status}
            by={reviewed.decidedBy === ownName ? null : reviewed.decidedBy}
          />
          {reviewed.open && <AssignmentPart subject={reviewed.id} />}
          {review}
          <DrawerPart title="Notes and tasks">
            <SubjectNotes key={reviewed.id} subject={reviewed.id} />
          </DrawerPart>
        </>
      )}
      {children}
    </Drawer>
  )
}
