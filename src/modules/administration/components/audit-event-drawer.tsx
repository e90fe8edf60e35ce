import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { describeAuditAction } from '../model.ts'
import { AuditActor, AuditSubject, buildDetailRows } from './audit-event-details.tsx'
import type { AuditEventLine } from './calls.tsx'

const ACTOR_KINDS: Record<AuditEventLine['actor']['kind'], string> = {
  member: 'member',
  admin: 'staff',
  system: 'automatic',
}

const AuditId = ({ id }: { id: string }) => <span className="mono meta anywhere">{id}</span>

/** Shows an event of the audit log with its details and its number in the hash chain. */
export const AuditEventDrawer = ({
  event,
  onClose,
}: {
  event: AuditEventLine | undefined
  onClose: () => void
}) => (
  <Drawer
    open={event !== undefined}
    onClose={onClose}
    title={event ? describeAuditAction(event.action) : 'Audit event'}
  >
    {event && (
      <>
        <DrawerPart title="Event">
          <KeyValues
            rows={[
              {
                label: 'Actor',
                value: (
                  <>
                    <AuditActor actor={event.actor} /> ({ACTOR_KINDS[event.actor.kind]})
                  </>
                ),
              },
              ...(event.actor.kind === 'system'
                ? []
                : [{ label: 'Actor ID', value: <AuditId id={event.actor._id} /> }]),
              {
                label: 'Subject',
                value: <AuditSubject subject={event.subject} name={event.subjectName} />,
              },
              ...(event.subjectName === null
                ? []
                : [{ label: 'Subject ID', value: <AuditId id={event.subject} /> }]),
              { label: 'Time, UTC', value: <When at={event.at} timeZone="UTC" /> },
            ]}
          />
        </DrawerPart>
        <DrawerPart title="Details">
          {Object.keys(event.details).length > 0 ? (
            <KeyValues rows={buildDetailRows(event)} />
          ) : (
            <p>None.</p>
          )}
        </DrawerPart>
        <DrawerPart title="Sequence no.">
          {event.place ? (
            <p>
              {event.place}, hash <span className="mono meta anywhere">{event.hash}</span>
            </p>
          ) : (
            <p>Pending. A new event gets its number within about a second.</p>
          )}
        </DrawerPart>
      </>
    )}
  </Drawer>
)
