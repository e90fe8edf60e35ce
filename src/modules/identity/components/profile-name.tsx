import { EditablePanel } from '#app-ui/editable-panel.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { identityCalls } from './calls.tsx'
import { mayEditProfile, type ProfileSectionProps } from './profile-section.tsx'

/** Displays and edits the member's name. */
export function NameSection({ profile, reread }: ProfileSectionProps) {
  return (
    <EditablePanel
      title="Name"
      canEdit={mayEditProfile(profile)}
      reload={reread}
      rows={[
        { label: 'First name', value: profile.first_name },
        { label: 'Last name', value: profile.last_name },
        { label: 'Member since', value: <CalendarDay day={profile.createdAt.slice(0, 10)} /> },
      ]}
      fields={
        <FieldRow>
          <TextField
            label="First name"
            name="first_name"
            defaultValue={profile.first_name}
            autoComplete="given-name"
          />
          <TextField
            label="Last name"
            name="last_name"
            defaultValue={profile.last_name}
            autoComplete="family-name"
          />
        </FieldRow>
      }
      save={async ({ first_name, last_name }) => {
        const { version } = profile
        return (await identityCalls.updateProfile.call({ version, first_name, last_name })).message
      }}
    />
  )
}
