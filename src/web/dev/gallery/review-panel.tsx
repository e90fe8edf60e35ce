import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Dialog, Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { SampleRow } from './sample.ts'

export function PanelActions() {
  return (
    <Menu
      label="Action"
      size="sm"
      items={[
        { label: 'Show success', onSelect: () => toast.success('Saved successfully') },
        { label: 'Show error', onSelect: () => toast.error('Something went wrong') },
        { label: 'Delete', unavailable: 'Owners only', onSelect: () => undefined },
      ]}
    />
  )
}

export function Review({ row, onClose }: { row: SampleRow | null; onClose: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Drawer
        open={row !== null}
        onClose={onClose}
        title={row?.id}
        foot={
          <Button variant="primary" onClick={() => setAsking(true)}>
            Confirm…
          </Button>
        }
      >
        <DrawerPart title="Checks">
          <KeyValues rows={[{ label: 'Amount received matches', value: '0.02740011' }]} />
        </DrawerPart>
      </Drawer>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Confirm $${row?.usd} for ${row?.who}?`}
        effects={[{ label: 'Balance', value: '24,284.16 to 26,784.16' }]}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Go back</Button>
            <Button variant="primary" onClick={() => setAsking(false)}>
              Confirm and post
            </Button>
          </>
        }
      >
        <CheckboxField name="seen" label="I have reviewed the proof." />
      </Dialog>
    </>
  )
}
