import type { ReactNode } from 'react';

/** Icons on a 24 grid with round lines of 1.75 in the text's colour. Decorative: the control has a name. */
const icon = (children: ReactNode) =>
  function Icon({ size = 20 }: { readonly size?: number }) {
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {children}
      </svg>
    );
  };

const path = (d: string) => icon(<path d={d} />);

export const SearchIcon = path('M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.9-4.9');
export const MenuIcon = path('M4 7h16M4 12h16M4 17h11');
export const MoreIcon = path(
  'M5.5 12a.5.5 0 1 0-1 0 .5.5 0 0 0 1 0ZM12.5 12a.5.5 0 1 0-1 0 .5.5 0 0 0 1 0ZM19.5 12a.5.5 0 1 0-1 0 .5.5 0 0 0 1 0Z',
);
export const CloseIcon = path('M6 6l12 12M18 6 6 18');
export const ArrowRightIcon = path('M4 12h16M14 6l6 6-6 6');
export const ArrowLeftIcon = path('M20 12H4M10 6l-6 6 6 6');
export const ArrowUpIcon = path('M12 20V4M6 10l6-6 6 6');
export const ArrowDownIcon = path('M12 4v16M6 14l6 6 6-6');
export const ChevronDownIcon = path('m5 9 7 7 7-7');
export const PlusIcon = path('M12 5v14M5 12h14');
export const CheckIcon = path('M21 11.2V12a9 9 0 1 1-5.3-8.2M21 5 12 14l-3-3');
export const AlertIcon = path('M12 3 2.6 20h18.8L12 3ZM12 10v4.5M12 17.4v.1');
export const InfoIcon = path('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 7.6v.1');
export const FailedIcon = path('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9l6 6M15 9l-6 6');
export const ClockIcon = path('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.2 2');
export const UsersIcon = path(
  'M9 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.4a3.75 3.75 0 0 1 0 6.7M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
);
export const LayersIcon = path('M12 3.500 3 8l9 4.500L21 8l-9-4.500ZM3 12l9 4.500 9-4.500M3 16l9 4.500 9-4.500');
export const TagIcon = path('M4 4.500V11l9 9 7-7-9-9H4.500ZM8 8v.1');
export const GridIcon = path('M4 4h16v16H4V4ZM4 9.500h16M4 15h16M9.500 4v16M15 4v16');
export const HeartIcon = path('M12 20 4.6 12.4a4.8 4.8 0 0 1 6.8-6.8l.6.6.6-.6a4.8 4.8 0 0 1 6.8 6.8L12 20Z');
export const ShareIcon = path(
  'M12 15V3.5M7.5 7.5 12 3l4.5 4.5M5 12v6.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V12',
);
export const LinkIcon = path(
  'M10 14a4.2 4.2 0 0 0 6 0l3.2-3.2a4.2 4.2 0 0 0-6-6l-1 1M14 10a4.2 4.2 0 0 0-6 0l-3.2 3.2a4.2 4.2 0 0 0 6 6l1-1',
);
export const PrintIcon = path(
  'M7 8V3h10v5M7 17H4.5A1.5 1.5 0 0 1 3 15.5v-6A1.5 1.5 0 0 1 4.5 8h15A1.5 1.5 0 0 1 21 9.5v6a1.5 1.5 0 0 1-1.5 1.5H17M7 14h10v7H7z',
);
export const EditIcon = path('M4 20h4L19.2 8.8a2.6 2.6 0 0 0-3.7-3.7L4.3 16.3 4 20ZM14 6.6l3.6 3.6');
export const TrashIcon = path('M4 6.5h16M9 6V4h6v2M6 6.5 7 20h10l1-13.5M10 10.5v6M14 10.5v6');
export const TextIcon = path('M5 5h14M5 10h14M5 15h14M5 20h8');
export const VideoIcon = path(
  'M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5ZM10 9l5 3-5 3V9Z',
);
export const BookIcon = path(
  'M12 6.5C10 5 7 4.5 3.5 4.5v13.5c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.500c-3.5 0-6.5.500-8.5 2ZM12 6.500V20',
);
export const ImageIcon = path('M4 5h16v14H4V5ZM4 16.5l5-5 4 4 3-3 4 4M15.5 9.2v.1');
export const FileIcon = path(
  'M6.5 3H14l5 5v11.500a1.5 1.5 0 0 1-1.5 1.500h-11A1.5 1.5 0 0 1 5 19.500v-15A1.5 1.5 0 0 1 6.5 3ZM14 3v5h5',
);
export const SignOutIcon = path(
  'M10 20H5.500A1.5 1.5 0 0 1 4 18.500v-13A1.5 1.5 0 0 1 5.5 4H10M15 7.500l4.5 4.5-4.5 4.500M9 12h10',
);
export const MailIcon = path(
  'M4.5 5.500h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.500h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.500ZM3.5 7l8.5 6 8.5-6',
);
export const GlobeIcon = path(
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.6 9h16.8M3.6 15h16.8M12 3c-4.7 5-4.7 13 0 18M12 3c4.7 5 4.7 13 0 18',
);
