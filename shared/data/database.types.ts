export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      ads: {
        Row: {
          created_at: string;
          cta_text: string;
          cta_url: string;
          description: string;
          id: string;
          is_active: boolean;
          offer_id: string | null;
          subtitle: string;
          title: string;
          type: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          cta_text?: string;
          cta_url: string;
          description: string;
          id?: string;
          is_active?: boolean;
          offer_id?: string | null;
          subtitle: string;
          title: string;
          type?: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          cta_text?: string;
          cta_url?: string;
          description?: string;
          id?: string;
          is_active?: boolean;
          offer_id?: string | null;
          subtitle?: string;
          title?: string;
          type?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      categories: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          slug: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          slug: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          slug?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      citation_checks: {
        Row: {
          findings: NonNullable<Json>;
          id: string;
          reason: string | null;
          reason_at: string | null;
          record_id: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          findings?: NonNullable<Json>;
          id?: string;
          reason?: string | null;
          reason_at?: string | null;
          record_id: string;
          updated_at?: string;
        };
        Update: {
          findings?: NonNullable<Json>;
          id?: string;
          reason?: string | null;
          reason_at?: string | null;
          record_id?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      course_categories: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      courses: {
        Row: {
          course_category_id: string | null;
          created_at: string;
          description: string;
          difficulty_level: string;
          enrollment_count: number;
          id: string;
          is_published: boolean;
          lesson_count: number;
          module_count: number;
          picture: string | null;
          slug: string;
          thumbnail_url: string | null;
          title: string;
          total_duration: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          course_category_id?: string | null;
          created_at?: string;
          description?: string;
          difficulty_level?: string;
          enrollment_count?: number;
          id?: string;
          is_published?: boolean;
          lesson_count?: number;
          module_count?: number;
          picture?: string | null;
          slug: string;
          thumbnail_url?: string | null;
          title: string;
          total_duration?: string;
          updated_at?: string;
        };
        Update: {
          course_category_id?: string | null;
          created_at?: string;
          description?: string;
          difficulty_level?: string;
          enrollment_count?: number;
          id?: string;
          is_published?: boolean;
          lesson_count?: number;
          module_count?: number;
          picture?: string | null;
          slug?: string;
          thumbnail_url?: string | null;
          title?: string;
          total_duration?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'courses_course_category_id_fkey';
            columns: ['course_category_id'];
            isOneToOne: false;
            referencedRelation: 'course_categories';
            referencedColumns: ['id'];
          },
        ];
      };
      drafts: {
        Row: {
          content: NonNullable<Json>;
          created_at: string;
          entry: number;
          failure: string | null;
          id: string;
          publish_at: string | null;
          record_id: string;
          relation: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          content: NonNullable<Json>;
          created_at?: string;
          entry: number;
          failure?: string | null;
          id?: string;
          publish_at?: string | null;
          record_id: string;
          relation: string;
          updated_at?: string;
        };
        Update: {
          content?: NonNullable<Json>;
          created_at?: string;
          entry?: number;
          failure?: string | null;
          id?: string;
          publish_at?: string | null;
          record_id?: string;
          relation?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      lessons: {
        Row: {
          captions: string | null;
          content: string;
          duration: string;
          id: string;
          lesson_type: string;
          module_id: string;
          order_position: number;
          title: string;
          transcript: string | null;
          updated_at: string;
          video_url: string | null;
        };
        ComputedFields: never;
        Insert: {
          captions?: string | null;
          content?: string;
          duration?: string;
          id?: string;
          lesson_type?: string;
          module_id: string;
          order_position?: number;
          title: string;
          transcript?: string | null;
          updated_at?: string;
          video_url?: string | null;
        };
        Update: {
          captions?: string | null;
          content?: string;
          duration?: string;
          id?: string;
          lesson_type?: string;
          module_id?: string;
          order_position?: number;
          title?: string;
          transcript?: string | null;
          updated_at?: string;
          video_url?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'lessons_module_id_fkey';
            columns: ['module_id'];
            isOneToOne: false;
            referencedRelation: 'modules';
            referencedColumns: ['id'];
          },
        ];
      };
      links: {
        Row: {
          address: string;
          created_at: string;
          id: string;
          label: string;
          page_id: string | null;
          place: string;
          position: number;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          address: string;
          created_at?: string;
          id?: string;
          label: string;
          page_id?: string | null;
          place: string;
          position: number;
          updated_at?: string;
        };
        Update: {
          address?: string;
          created_at?: string;
          id?: string;
          label?: string;
          page_id?: string | null;
          place?: string;
          position?: number;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'links_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: true;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
        ];
      };
      matrix_categories: {
        Row: {
          code: string;
          created_at: string;
          id: string;
          name: string;
          sort_order: number;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          id?: string;
          name: string;
          sort_order: number;
          updated_at?: string;
        };
        Update: {
          code?: string;
          created_at?: string;
          id?: string;
          name?: string;
          sort_order?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      matrix_dimensions: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          sort_order: number;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          sort_order: number;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          sort_order?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      matrix_levels: {
        Row: {
          code: string;
          created_at: string;
          id: string;
          name: string;
          sort_order: number;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          id?: string;
          name: string;
          sort_order: number;
          updated_at?: string;
        };
        Update: {
          code?: string;
          created_at?: string;
          id?: string;
          name?: string;
          sort_order?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      matrix_target_groups: {
        Row: {
          code: string;
          created_at: string;
          id: string;
          name: string;
          sort_order: number;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          id?: string;
          name: string;
          sort_order: number;
          updated_at?: string;
        };
        Update: {
          code?: string;
          created_at?: string;
          id?: string;
          name?: string;
          sort_order?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      matrix_workshop_learning_objectives: {
        Row: {
          created_at: string;
          dimension_id: string;
          id: string;
          matrix_workshop_id: string;
          objective: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          dimension_id: string;
          id?: string;
          matrix_workshop_id: string;
          objective: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          dimension_id?: string;
          id?: string;
          matrix_workshop_id?: string;
          objective?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'matrix_workshop_learning_objectives_dimension_id_fkey';
            columns: ['dimension_id'];
            isOneToOne: false;
            referencedRelation: 'matrix_dimensions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'matrix_workshop_learning_objectives_matrix_workshop_id_fkey';
            columns: ['matrix_workshop_id'];
            isOneToOne: false;
            referencedRelation: 'matrix_workshops';
            referencedColumns: ['id'];
          },
        ];
      };
      matrix_workshops: {
        Row: {
          category_id: string;
          created_at: string;
          duration_hours: number;
          id: string;
          level_id: string;
          prerequisites: string | null;
          price_chf: number;
          target_group_id: string;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          category_id: string;
          created_at?: string;
          duration_hours: number;
          id?: string;
          level_id: string;
          prerequisites?: string | null;
          price_chf: number;
          target_group_id: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          category_id?: string;
          created_at?: string;
          duration_hours?: number;
          id?: string;
          level_id?: string;
          prerequisites?: string | null;
          price_chf?: number;
          target_group_id?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'matrix_workshops_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'matrix_categories';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'matrix_workshops_level_id_fkey';
            columns: ['level_id'];
            isOneToOne: false;
            referencedRelation: 'matrix_levels';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'matrix_workshops_target_group_id_fkey';
            columns: ['target_group_id'];
            isOneToOne: false;
            referencedRelation: 'matrix_target_groups';
            referencedColumns: ['id'];
          },
        ];
      };
      modules: {
        Row: {
          course_id: string;
          description: string;
          id: string;
          order_position: number;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          course_id: string;
          description?: string;
          id?: string;
          order_position?: number;
          title: string;
          updated_at?: string;
        };
        Update: {
          course_id?: string;
          description?: string;
          id?: string;
          order_position?: number;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'modules_course_id_fkey';
            columns: ['course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['id'];
          },
        ];
      };
      pages: {
        Row: {
          content: string;
          created_at: string;
          description: string;
          id: string;
          published_at: string | null;
          slug: string;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          content: string;
          created_at?: string;
          description?: string;
          id?: string;
          published_at?: string | null;
          slug: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          content?: string;
          created_at?: string;
          description?: string;
          id?: string;
          published_at?: string | null;
          slug?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      pictures: {
        Row: {
          alt: string;
          bytes: number | null;
          content_type: string | null;
          created_at: string;
          failure: string | null;
          focus_x: number;
          focus_y: number;
          height: number | null;
          id: string;
          is_decorative: boolean;
          origin: string | null;
          original: string | null;
          sized_at: string | null;
          title: string;
          updated_at: string;
          width: number | null;
        };
        ComputedFields: never;
        Insert: {
          alt?: string;
          bytes?: number | null;
          content_type?: string | null;
          created_at?: string;
          failure?: string | null;
          focus_x?: number;
          focus_y?: number;
          height?: number | null;
          id?: string;
          is_decorative?: boolean;
          origin?: string | null;
          original?: string | null;
          sized_at?: string | null;
          title: string;
          updated_at?: string;
          width?: number | null;
        };
        Update: {
          alt?: string;
          bytes?: number | null;
          content_type?: string | null;
          created_at?: string;
          failure?: string | null;
          focus_x?: number;
          focus_y?: number;
          height?: number | null;
          id?: string;
          is_decorative?: boolean;
          origin?: string | null;
          original?: string | null;
          sized_at?: string | null;
          title?: string;
          updated_at?: string;
          width?: number | null;
        };
        Relationships: [];
      };
      posts: {
        Row: {
          ai: string;
          author: string;
          category_id: string | null;
          comment_count: number;
          content: string;
          created_at: string;
          excerpt: string | null;
          id: string;
          picture: string | null;
          published_at: string | null;
          slug: string;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          ai?: string;
          author?: string;
          category_id?: string | null;
          comment_count?: number;
          content: string;
          created_at?: string;
          excerpt?: string | null;
          id?: string;
          picture?: string | null;
          published_at?: string | null;
          slug: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          ai?: string;
          author?: string;
          category_id?: string | null;
          comment_count?: number;
          content?: string;
          created_at?: string;
          excerpt?: string | null;
          id?: string;
          picture?: string | null;
          published_at?: string | null;
          slug?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'posts_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
        ];
      };
      prompts: {
        Row: {
          created_at: string;
          id: string;
          is_active: boolean;
          name: string;
          prompt_text: string;
          updated_at: string;
          user_id: string | null;
          workflow_type: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          name: string;
          prompt_text: string;
          updated_at?: string;
          user_id?: string | null;
          workflow_type: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          name?: string;
          prompt_text?: string;
          updated_at?: string;
          user_id?: string | null;
          workflow_type?: string;
        };
        Relationships: [];
      };
      redirects: {
        Row: {
          address: string;
          created_at: string;
          id: string;
          public_from: string;
          record_id: string | null;
          relation: string | null;
          target: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          address: string;
          created_at?: string;
          id?: string;
          public_from?: string;
          record_id?: string | null;
          relation?: string | null;
          target?: string | null;
          updated_at?: string;
        };
        Update: {
          address?: string;
          created_at?: string;
          id?: string;
          public_from?: string;
          record_id?: string | null;
          relation?: string | null;
          target?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      site: {
        Row: {
          accent_color: string;
          brand_color: string;
          city: string;
          claim: string;
          contact_email: string;
          country: string;
          courses_intro: string;
          created_at: string;
          currency: string;
          description: string;
          id: string;
          language: string;
          legal_name: string;
          locale: string;
          logo: string | null;
          matrix_title: string;
          name: string;
          phone: string;
          postal_code: string;
          reading_since: string | null;
          register_entry: string;
          responsible_person: string;
          short_name: string;
          skipped_steps: string[];
          social_links: string[];
          street: string;
          time_zone: string;
          updated_at: string;
          vat_id: string;
          workshops_intro: string;
        };
        ComputedFields: never;
        Insert: {
          accent_color: string;
          brand_color: string;
          city?: string;
          claim?: string;
          contact_email?: string;
          country?: string;
          courses_intro?: string;
          created_at?: string;
          currency: string;
          description?: string;
          id?: string;
          language: string;
          legal_name?: string;
          locale: string;
          logo?: string | null;
          matrix_title?: string;
          name: string;
          phone?: string;
          postal_code?: string;
          reading_since?: string | null;
          register_entry?: string;
          responsible_person?: string;
          short_name: string;
          skipped_steps?: string[];
          social_links?: string[];
          street?: string;
          time_zone: string;
          updated_at?: string;
          vat_id?: string;
          workshops_intro?: string;
        };
        Update: {
          accent_color?: string;
          brand_color?: string;
          city?: string;
          claim?: string;
          contact_email?: string;
          country?: string;
          courses_intro?: string;
          created_at?: string;
          currency?: string;
          description?: string;
          id?: string;
          language?: string;
          legal_name?: string;
          locale?: string;
          logo?: string | null;
          matrix_title?: string;
          name?: string;
          phone?: string;
          postal_code?: string;
          reading_since?: string | null;
          register_entry?: string;
          responsible_person?: string;
          short_name?: string;
          skipped_steps?: string[];
          social_links?: string[];
          street?: string;
          time_zone?: string;
          updated_at?: string;
          vat_id?: string;
          workshops_intro?: string;
        };
        Relationships: [];
      };
      sources: {
        Row: {
          created_at: string;
          failure: string | null;
          fetched_at: string | null;
          id: string;
          number: number;
          post_id: string | null;
          quotes: NonNullable<Json>;
          receipt: string;
          state: string;
          text: string | null;
          title: string | null;
          url: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          failure?: string | null;
          fetched_at?: string | null;
          id?: string;
          number: number;
          post_id?: string | null;
          quotes?: NonNullable<Json>;
          receipt: string;
          state?: string;
          text?: string | null;
          title?: string | null;
          url: string;
        };
        Update: {
          created_at?: string;
          failure?: string | null;
          fetched_at?: string | null;
          id?: string;
          number?: number;
          post_id?: string | null;
          quotes?: NonNullable<Json>;
          receipt?: string;
          state?: string;
          text?: string | null;
          title?: string | null;
          url?: string;
        };
        Relationships: [];
      };
      trail: {
        Row: {
          act: string;
          actor_id: string | null;
          after: Json | null;
          before: Json | null;
          happened_at: string;
          id: number;
          operation: string;
          parent_id: string | null;
          record_id: string;
          relation: string;
          row_id: string;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          act: string;
          actor_id?: string | null;
          after?: Json | null;
          before?: Json | null;
          happened_at?: string;
          id?: never;
          operation: string;
          parent_id?: string | null;
          record_id: string;
          relation: string;
          row_id: string;
          title: string;
        };
        Update: {
          act?: string;
          actor_id?: string | null;
          after?: Json | null;
          before?: Json | null;
          happened_at?: string;
          id?: never;
          operation?: string;
          parent_id?: string | null;
          record_id?: string;
          relation?: string;
          row_id?: string;
          title?: string;
        };
        Relationships: [];
      };
      workflows: {
        Row: {
          created_at: string;
          error_message: string | null;
          id: string;
          input_data: NonNullable<Json>;
          output_data: Json | null;
          start_before: string | null;
          started_at: string | null;
          status: string;
          updated_at: string;
          user_id: string | null;
          workflow_type: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          error_message?: string | null;
          id?: string;
          input_data?: NonNullable<Json>;
          output_data?: Json | null;
          start_before?: string | null;
          started_at?: string | null;
          status?: string;
          updated_at?: string;
          user_id?: string | null;
          workflow_type: string;
        };
        Update: {
          created_at?: string;
          error_message?: string | null;
          id?: string;
          input_data?: NonNullable<Json>;
          output_data?: Json | null;
          start_before?: string | null;
          started_at?: string | null;
          status?: string;
          updated_at?: string;
          user_id?: string | null;
          workflow_type?: string;
        };
        Relationships: [];
      };
      workshop_categories: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      workshops: {
        Row: {
          content: string;
          created_at: string;
          description: string;
          duration: string;
          id: string;
          learning_objectives: string;
          max_participants: number;
          picture: string | null;
          subtitle: string;
          title: string;
          updated_at: string;
          workshop_category_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          content?: string;
          created_at?: string;
          description?: string;
          duration?: string;
          id?: string;
          learning_objectives?: string;
          max_participants?: number;
          picture?: string | null;
          subtitle?: string;
          title: string;
          updated_at?: string;
          workshop_category_id?: string | null;
        };
        Update: {
          content?: string;
          created_at?: string;
          description?: string;
          duration?: string;
          id?: string;
          learning_objectives?: string;
          max_participants?: number;
          picture?: string | null;
          subtitle?: string;
          title?: string;
          updated_at?: string;
          workshop_category_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'workshops_workshop_category_id_fkey';
            columns: ['workshop_category_id'];
            isOneToOne: false;
            referencedRelation: 'workshop_categories';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: {
      shown_ads: {
        Row: {
          cta_text: string;
          cta_url: string;
          description: string;
          id: string;
          offer_title: string | null;
          subtitle: string;
          type: string;
        };
        ComputedFields: never;
        Insert: {
          cta_text?: string | null;
          cta_url?: string | null;
          description?: string | null;
          id?: string | null;
          offer_title?: never;
          subtitle?: string | null;
          type?: string | null;
        };
        Update: {
          cta_text?: string | null;
          cta_url?: string | null;
          description?: string | null;
          id?: string | null;
          offer_title?: never;
          subtitle?: string | null;
          type?: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      accept_invitation: { Args: { token: string }; Returns: string };
      account_is_staff: { Args: { account: string }; Returns: boolean };
      act_on_records: {
        Args: { act: string; change?: Json; ids: string[]; kind: string };
        Returns: {
          change_set: string;
          id: string;
          is_gone: boolean;
          refused: string;
          title: string;
        }[];
      };
      activate_prompt: { Args: { prompt_id: string }; Returns: undefined };
      add_origin: { Args: { address: string; remote?: string; token: string }; Returns: undefined };
      add_statement: { Args: { statement: Json; token: string }; Returns: undefined };
      add_team: { Args: { members: string[]; owns: string[]; team: string; token: string }; Returns: undefined };
      ai_calls_this_month: {
        Args: Record<PropertyKey, never>;
        Returns: {
          calls: number;
          cost: number;
          currency: string;
          tokens: number;
        }[];
      };
      ai_calls_today: {
        Args: Record<PropertyKey, never>;
        Returns: {
          everybodys: number;
          in_all: number;
          mine: number;
          of_account: number;
          renews_at: string;
        }[];
      };
      ai_costs: { Args: { month?: string; skip?: number; take?: number }; Returns: Json };
      ai_costs_of: {
        Args: { records: string[] };
        Returns: {
          calls: number;
          cost: number;
          currency: string;
          record: string;
          tokens: number;
        }[];
      };
      ai_estimates: {
        Args: Record<PropertyKey, never>;
        Returns: {
          calls: number;
          cost: number;
          currency: string;
          kind: string;
          tokens: number;
        }[];
      };
      canary_release: {
        Args: {
          author: string;
          margin?: number;
          percent: number;
          reason: string;
          remote: string;
          token: string;
          version: string;
        };
        Returns: undefined;
      };
      check_addresses: { Args: { remote: string; token: string; version: string }; Returns: undefined };
      choices_of_post: { Args: { post?: string }; Returns: Json };
      cite_sources: { Args: { receipt: string; sources: Json }; Returns: undefined };
      claim_article: {
        Args: { idea: Json };
        Returns: {
          id: string;
          receipt: string;
          slug: string;
        }[];
      };
      claim_jobs: { Args: { kind: string; most: number; token: string }; Returns: Json };
      claim_pictures: { Args: { is_tidying: boolean; most: number; token: string }; Returns: Json };
      claim_sources: { Args: { most: number; token: string }; Returns: Json };
      claim_uploads: { Args: { most: number; token: string }; Returns: Json };
      close_record: { Args: { kind: string; record: string }; Returns: undefined };
      content_versions: { Args: Record<PropertyKey, never>; Returns: Json };
      count_posts: { Args: { category_slug?: string }; Returns: number };
      count_uses: {
        Args: { ids: string[]; kind: string };
        Returns: {
          id: string;
          uses: number;
        }[];
      };
      create_deploy_token: {
        Args: { days: number; kind: string; may: string[]; team: string; token: string };
        Returns: string;
      };
      create_lesson: {
        Args: {
          captions?: string;
          content: string;
          duration: string;
          lesson_type: string;
          module: string;
          title: string;
          transcript?: string;
          video_url?: string;
        };
        Returns: string;
      };
      create_module: { Args: { course: string; description: string; title: string }; Returns: string };
      create_preview: { Args: { kind: string; record: string }; Returns: string };
      database_now: { Args: Record<PropertyKey, never>; Returns: string };
      delete_account: { Args: { account: string }; Returns: undefined };
      delete_category: { Args: { category: string; kind: string; replacement?: string }; Returns: number };
      delete_lesson: { Args: { lesson: string }; Returns: undefined };
      delete_module: { Args: { module: string }; Returns: undefined };
      discard_draft: { Args: { record: string; version: string }; Returns: undefined };
      dismiss_link: { Args: { address: string; remote: string }; Returns: undefined };
      due_jobs: { Args: { token: string }; Returns: Json };
      duplicate_course: { Args: { course: string }; Returns: string };
      duplicate_lesson: { Args: { lesson: string }; Returns: string };
      duplicate_module: { Args: { module: string }; Returns: string };
      expect_fresh_sign_in: { Args: Record<PropertyKey, never>; Returns: undefined };
      export_account: { Args: { account: string }; Returns: Json };
      fail_stale_workflows: { Args: Record<PropertyKey, never>; Returns: number };
      find_library_picture: { Args: { picture: string; token: string }; Returns: Json };
      find_records: { Args: { words: string }; Returns: Json };
      finish_job: { Args: { kind: string; result: Json; token: string }; Returns: boolean };
      finish_source: { Args: { result: Json; token: string }; Returns: boolean };
      finish_upload: { Args: { result: Json; token: string }; Returns: boolean };
      first_steps: { Args: Record<PropertyKey, never>; Returns: Json };
      former_texts: {
        Args: { after?: string; found_since?: string; records?: string[]; take: number };
        Returns: {
          id: string;
          place: string;
          relation: string;
          since: string;
          texts: string[];
          title: string;
        }[];
      };
      free_article: { Args: { receipt: string }; Returns: undefined };
      give_back_ai_call: { Args: { receipt: string }; Returns: undefined };
      history: {
        Args: { before_entry?: number; record: string; size?: number };
        Returns: {
          act: string;
          actor_address: string;
          actor_id: string;
          actor_name: string;
          entries: Json;
          entry_count: number;
          happened_at: string;
          last_entry: number;
          together: number;
        }[];
      };
      invite_colleague: { Args: { address: string; remark: string; role?: string }; Returns: string };
      is_operator: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_staff: { Args: Record<PropertyKey, never>; Returns: boolean };
      keep_citations: { Args: { findings: Json; post: string; reason?: string }; Returns: undefined };
      library_pictures: {
        Args: { addresses: string[] };
        Returns: {
          address: string;
          alt: string;
          focus_x: number;
          focus_y: number;
          height: number;
          is_decorative: boolean;
          sizes: Json;
          width: number;
        }[];
      };
      links_without_page: { Args: Record<PropertyKey, never>; Returns: Json };
      list_previews: {
        Args: { record: string };
        Returns: {
          created_at: string;
          expires_at: string;
          id: string;
          made_by: string;
        }[];
      };
      list_redirects: { Args: Record<PropertyKey, never>; Returns: Json };
      missing_addresses: {
        Args: Record<PropertyKey, never>;
        Returns: {
          address: string;
          last_day: string;
          requests: number;
        }[];
      };
      move_remote: {
        Args: {
          action: string;
          margin?: number;
          newest_move: number;
          percent?: number;
          reason: string;
          remote: string;
          version?: string;
        };
        Returns: undefined;
      };
      name_operator: { Args: { address: string; token: string }; Returns: undefined };
      newest_posts: {
        Args: { category_slug?: string; skip: number; take: number };
        Returns: {
          ai: string;
          author: string;
          category_id: string | null;
          comment_count: number;
          content: string;
          created_at: string;
          excerpt: string | null;
          id: string;
          picture: string | null;
          published_at: string | null;
          slug: string;
          title: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'posts';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      note_ai_usage: { Args: { receipt: string; usage: Json }; Returns: undefined };
      offered_links: {
        Args: Record<PropertyKey, never>;
        Returns: {
          address: string;
          label: string;
          place: string;
          remote: string;
        }[];
      };
      open_record: { Args: { kind: string; record: string }; Returns: string[] };
      own_role: { Args: Record<PropertyKey, never>; Returns: string };
      page_slugs: { Args: Record<PropertyKey, never>; Returns: Json };
      picture_copies: {
        Args: { addresses: string[] };
        Returns: {
          address: string;
          content_type: string;
          hash: string;
          height: number;
          width: number;
        }[];
      };
      picture_uses: {
        Args: { picture: string };
        Returns: {
          is_public: boolean;
          is_scheduled: boolean;
          record_id: string;
          relation: string;
          title: string;
        }[];
      };
      platform_overview: { Args: { of_remote?: string; skip: number; take: number }; Returns: Json };
      prepare_remote: { Args: { is_coming: boolean; remote: string; token: string }; Returns: undefined };
      promote_release: {
        Args: {
          author: string;
          origin: string;
          reason: string;
          remote: string;
          started_from: string;
          token: string;
          version: string;
        };
        Returns: undefined;
      };
      prune_statements: { Args: { remote: string; signatures: string[]; token: string }; Returns: number };
      publication_requests: {
        Args: Record<PropertyKey, never>;
        Returns: {
          kind: string;
          record: string;
          requested_at: string;
          requested_by: string;
          title: string;
        }[];
      };
      publish_draft: {
        Args: { base?: string; columns: Json; kind: string; record: string; version?: string };
        Returns: undefined;
      };
      publish_release: { Args: { release: Json; token: string }; Returns: undefined };
      queue_sources: { Args: { receipt: string; sources: Json }; Returns: undefined };
      read_accounts: { Args: { skip: number; take: number }; Returns: Json };
      read_counts: { Args: { token: string }; Returns: Json };
      read_draft: { Args: { record: string }; Returns: Json };
      read_editing: { Args: { kind: string; record?: string }; Returns: Json };
      read_invitation: { Args: { token: string }; Returns: Json };
      read_origin: { Args: { post: string }; Returns: Json };
      read_original: { Args: { picture: string; token: string }; Returns: string };
      read_origins: { Args: { token: string }; Returns: Json };
      read_picture: { Args: { hash: string; token: string }; Returns: Json };
      read_preview: { Args: { lesson?: string; token: string }; Returns: Json };
      read_publication: { Args: { kind: string; record: string }; Returns: Json };
      read_registry: { Args: { known: string; token: string }; Returns: Json };
      read_release: { Args: { remote: string; token: string; version: string }; Returns: Json };
      read_site: { Args: Record<PropertyKey, never>; Returns: Json };
      read_sources: {
        Args: { receipt: string };
        Returns: {
          failure: string;
          number: number;
          state: string;
          text: string;
          title: string;
          url: string;
        }[];
      };
      refusals: { Args: { kinds: string[]; records: string[] }; Returns: Json };
      remove_origin: { Args: { address: string; remote?: string; token: string }; Returns: undefined };
      remove_staff: { Args: { account: string }; Returns: undefined };
      reorder_course: { Args: { course: string; structure: Json }; Returns: undefined };
      reorder_links: { Args: { ids: string[]; place: string }; Returns: undefined };
      reorder_matrix: { Args: { axis: string; ids: string[] }; Returns: undefined };
      request_publication: { Args: { kind: string; record: string }; Returns: undefined };
      restore_deleted: { Args: { deleted: string }; Returns: string[] };
      restore_version: { Args: { entry: number; record: string; seen: number }; Returns: string[] };
      retention_periods: {
        Args: Record<PropertyKey, never>;
        Returns: {
          days: number;
          subject: string;
        }[];
      };
      retire_remote: { Args: { author: string; reason: string; remote: string; token: string }; Returns: undefined };
      revoke_deploy_token: { Args: { id: string; token: string }; Returns: undefined };
      revoke_invitation: { Args: { invitation: string }; Returns: undefined };
      revoke_preview: { Args: { preview: string }; Returns: undefined };
      roll_back_remote: { Args: { author: string; reason: string; remote: string; token: string }; Returns: string };
      run_import: {
        Args: { import: string; leave_out?: boolean; plan?: string; target: string; update_existing?: boolean };
        Returns: Json;
      };
      save_draft: {
        Args: { base?: string; columns: Json; kind: string; publish_at?: string; record: string; version?: string };
        Returns: string;
      };
      save_matrix_workshop: { Args: { base: string; columns: Json; record: string }; Returns: string };
      save_outline: { Args: { course: string; draft?: string; modules: Json; seen: Json }; Returns: undefined };
      save_page: { Args: { base: string; columns: Json; record: string }; Returns: string };
      search: {
        Args: { max_hits?: number; query: string };
        Returns: {
          excerpt: string;
          id: string;
          kind: string;
          outline: string;
          passage: string;
          rank: number;
          slug: string;
          title: string;
        }[];
      };
      serve_remotes: { Args: { address: string; token: string }; Returns: undefined };
      set_role: { Args: { account: string; role: string }; Returns: undefined };
      sign_off: { Args: { post: string; version: string }; Returns: undefined };
      sign_up_is_open: { Args: Record<PropertyKey, never>; Returns: boolean };
      skip_first_steps: { Args: { steps: string[] }; Returns: undefined };
      stage_import: { Args: { entries: Json; first: number; import: string }; Returns: undefined };
      store_article: {
        Args: { draft: Json; receipt: string };
        Returns: {
          id: string;
          slug: string;
        }[];
      };
      store_counts: { Args: { counts: Json; token: string }; Returns: undefined };
      store_missing_addresses: { Args: { counts: Json; token: string }; Returns: undefined };
      store_part: { Args: { kind: string; part: Json; token: string }; Returns: boolean };
      store_picture: { Args: { picture: Json; token: string }; Returns: boolean };
      store_picture_size: { Args: { size: Json; token: string }; Returns: boolean };
      take_ai_call: { Args: { kind?: string; subject?: string }; Returns: string };
      tidy_uploads: { Args: { token: string }; Returns: string[] };
      trash: {
        Args: { page?: number; size?: number };
        Returns: {
          actor_address: string;
          actor_id: string;
          happened_at: string;
          lesson_count: number;
          module_count: number;
          relation: string;
          row_id: string;
          title: string;
          total: number;
        }[];
      };
      undo_change_set: {
        Args: { change_set: string };
        Returns: {
          adjusted: string[];
          id: string;
          refused: string;
          title: string;
        }[];
      };
      what_waits: { Args: { legal: string[] }; Returns: Json };
      withdraw_request: { Args: { record: string }; Returns: undefined };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
