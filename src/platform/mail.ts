/** A rendered message on its way out. */
export type Message = { id: string; to: string; subject: string; text: string; html: string }

export type Mail = { send(message: Message): Promise<void> }
