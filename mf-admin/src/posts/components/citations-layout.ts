/** Text, preview and citations have room beside each other. */
export const hasRoomBeside = '@media (min-width: 84rem)';
