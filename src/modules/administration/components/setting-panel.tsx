import { useQueryClient } from '@tanstack/react-query'
import { EditablePanel } from '#app-ui/editable-panel.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { When } from '#ui/figures/when.tsx'
import { administrationCalls, type Setting } from './calls.tsx'
import { SETTING_LABELS } from './setting-labels.tsx'

/** Shows who last changed a setting, and when. */
export const LastChanged = ({ changed }: { changed: { by: string; at: string } | null }) => (
  <p className="meta muted">
    {changed ? (
      <>
        Changed by {changed.by}, <When at={changed.at} timeZone="UTC" /> UTC
      </>
    ) : (
      'Default'
    )}
  </p>
)

/** Shows a setting, which an owner can edit. */
export function SettingPanel({ setting }: { setting: Setting }) {
  const queries = useQueryClient()
  const may = usePermission('installation.manage')
  const { title, lead, rows, fields, parse } = SETTING_LABELS[setting.name]

  return (
    <EditablePanel
      title={title}
      rows={rows(setting.value)}
      note={
        <>
          <p className="meta muted">{lead}</p>
          <LastChanged changed={setting.changed} />
        </>
      }
      fields={fields(setting.value)}
      canEdit={may === true}
      reload={() => queries.invalidateQueries()}
      save={async (typed) => {
        const { name, version } = setting
        const value = parse(typed)
        return (await administrationCalls.changeSetting.call({ name, version, value })).body.message
      }}
    />
  )
}
