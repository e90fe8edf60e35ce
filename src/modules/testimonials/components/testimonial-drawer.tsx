import { useState } from 'react'
import { useButtonAction, useToastAction } from '#app-ui/use-toast-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { type StaffTestimonial, testimonialCalls } from './calls.tsx'
import styles from './testimonial-labels.module.css'
import { TestimonialTag } from './testimonial-labels.tsx'

type Props = { one: StaffTestimonial | undefined; onClose: () => void }

/** Shows a testimonial with its consent, and publishes or hides it. */
export function TestimonialDrawer({ one, onClose }: Props) {
  const [hiding, setHiding] = useState(false)
  return (
    <Drawer
      open={one !== undefined}
      onClose={onClose}
      title={one?.shownName ?? 'Testimonial'}
      aside={one && <TestimonialTag state={one.state} />}
      foot={
        one &&
        one.state !== 'withdrawn' && <TestimonialActions one={one} onHide={() => setHiding(true)} />
      }
    >
      {one && <TestimonialDetails one={one} />}
      {one && hiding && <HideDialog one={one} onClose={() => setHiding(false)} />}
    </Drawer>
  )
}

const TestimonialDetails = ({ one }: { one: StaffTestimonial }) => (
  <>
    <DrawerPart title="Testimonial">
      <blockquote className={styles.words}>{one.text}</blockquote>
      <KeyValues
        rows={[
          { label: 'Display name', value: one.shownName },
          { label: 'Job', value: one.shownAs || 'Not provided' },
          {
            label: 'Member',
            value: (
              <TextLink to={`/admin-dashboard/manage-user/${one.member._id}`}>
                {one.member.name}
              </TextLink>
            ),
          },
          ...(one.decided
            ? [
                {
                  label: 'Decided by',
                  value: (
                    <>
                      {one.decided.by}, <When at={one.decided.at} timeZone="UTC" /> UTC
                    </>
                  ),
                },
              ]
            : []),
          ...(one.reason ? [{ label: 'Reason it is hidden', value: one.reason }] : []),
        ]}
      />
    </DrawerPart>
    <DrawerPart title="Consent">
      <p>{one.consent.text}</p>
      <KeyValues
        rows={[
          { label: 'Version', value: one.consent.version },
          { label: 'Submitted (UTC)', value: <When at={one.submittedAt} timeZone="UTC" /> },
          {
            label: 'Withdrawn (UTC)',
            value: one.withdrawnAt ? <When at={one.withdrawnAt} timeZone="UTC" /> : 'No',
          },
        ]}
      />
    </DrawerPart>
  </>
)

function TestimonialActions({ one, onHide }: { one: StaffTestimonial; onHide: () => void }) {
  const may = usePermission('testimonials.decide')
  const { pending, press } = useButtonAction(() => testimonialCalls.publish.call({ id: one._id }))

  if (!may) return describeDeciders('testimonials.decide')

  return (
    <FormActions>
      {one.state !== 'published' && (
        <Button
          variant="primary"
          pending={pending}
          pendingLabel="Loading...."
          onClick={() => void press()}
        >
          Publish
        </Button>
      )}
      {one.state !== 'hidden' && <Button onClick={onHide}>Hide…</Button>}
    </FormActions>
  )
}

function HideDialog({ one, onClose }: { one: StaffTestimonial; onClose: () => void }) {
  const form = useToastAction(
    ({ reason = '' }) => testimonialCalls.hide.call({ id: one._id, reason }),
    onClose,
  )

  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={`Hide the testimonial by ${one.shownName}?`}
      hint="The member can see this reason."
      actionLabel="Hide testimonial"
      acting="Loading...."
      {...form}
    />
  )
}
