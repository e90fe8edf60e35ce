import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { buildDetailRows } from './audit-event-details.tsx'
import type { AuditEventLine } from './calls.tsx'

/** Shows an event of the audit log with its details and its place in the hash chain. */
export const AuditEventDrawer = ({
  event,
  onClose,
}: {
  event: AuditEventLine | undefined
  onClose: () => void
}) => (
  <Drawer open={event !== undefined} onClose={onClose} title={event?.action ?? 'Audit event'}>
    {event && (
      <>
        <DrawerPart title="Event">
          <KeyValues
            rows={[
              { label: 'Actor', value: `${event.actor.label} (${event.actor.kind})` },
              {
                label: 'Actor id',
                value: <span className="mono meta anywhere">{event.actor._id}</span>,
              },
              {
                label: 'Subject',
                value: <span className="mono meta anywhere">{event.subject}</span>,
              },
              { label: 'Time, UTC', value: <When at={event.at} timeZone="UTC" /> },
            ]}
          />
        </DrawerPart>
        <DrawerPart title="Details">
          {Object.keys(event.details).length > 0 ? (
            <KeyValues rows={buildDetailRows(event.details)} />
          ) : (
            <p>None.</p>
          )}
        </DrawerPart>
        <DrawerPart title="Place in the chain">
          {event.place ? (
            <p>
              {event.place}, hash <span className="mono meta anywhere">{event.hash}</span>
            </p>
          ) : (
            <p>Not chained yet. This takes about a second.</p>
          )}
        </DrawerPart>
      </>
    )}
  </Drawer>
)
