/// What the keys of documents mean, each once: a measure has one name and one meaning, wherever it stands. Where a
/// document's key means something of its own, ``own(_:)`` says so.
enum KeyMeanings {
    static let all: [String: String] = {
        var meanings: [String: String] = [:]
        for line in [lists, files, measures, comparing, jobs, tables, coreAudio].joined(separator: "\n").split(
            separator: "\n")
        {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { meanings[String(parts[0])] = String(parts[1]) }
        }
        return meanings
    }()

    private static let lists = """
        schema the version of all these documents
        files the files
        jobs the jobs
        cases the cases
        scripts the script
        units the units
        presets the presets
        plugins the plug-ins
        checks what was tried
        profiles the profiles
        tolerances the tolerances
        damages the damages
        assertions the assertions
        settings the settings
        stimuli the sounds
        layouts the pairs of layouts
        qualities the qualities
        statuses the exit statuses
        libraries the libraries that are loaded when they are needed
        documents the documents
        error why it failed; null if it did not
        """

    private static let files = """
        path the file's name, as it was given
        track the number of the track in the cue sheet, or of the piece; null for a whole file
        container the container, as `--format` names it; of a file that is read its name in `kkmix formats`
        encoding the encoding, as `--encoding` names it
        sample_rate hertz
        channels how many channels there are
        layout the channel layout's name: `stereo`, `5.1`
        labels the channels' labels in canonical order
        stored_labels the same in the order of the file, if that differs
        frames how many frames there are
        frames_source where the number of frames comes from
        frames_claimed the number of frames in the header, if that differs
        duration seconds
        decodable whether its sound can be read here
        priming encoder delay at the start that is cut off, frames
        padding padding at the end that is cut off, frames
        remainder padding at the end that is cut off, frames
        valid frames of sound
        audio_offset the byte in the file where the audio begins
        packets how it is divided into packets
        packet_table what the file says about the frames of its packets
        count how many there are
        bytes how many bytes there are
        largest bytes of the largest
        cookie the codec's magic cookie
        streams the codecs of the audio streams side by side in an Ogg, MP4 or Matroska file, as `::stream=` counts them
        hex the bytes in hexadecimal, at most the first 4,096
        tags the tags by name
        markers the markers
        regions the regions
        chunks the container's chunks that are listed
        frame the frame
        channel the channel, from 1
        name the name
        type the code of four characters
        loop whether it repeats
        forward whether it is played forward
        backward whether it is played backward
        title what kind of chunk it is
        offset the first byte in the file
        fields what is in it; a name may occur several times
        value the value
        problem what is wrong with it
        packet the packet's number
        first_frame its first frame, counting priming
        bytes_per_packet bytes of a packet; 0 if packets differ
        frames_per_packet frames of a packet; 0 if packets differ
        total the sums
        warnings problems that did not stop the command, as text
        notices results that may be surprising, as text
        notes results that may be surprising, as text
        changed whether it was changed
        pictures the pictures, covers among them
        mime_type the MIME type
        data the file in base64
        instrument how a sampler plays the sound; null if the file does not say
        base_note the note at which the sound plays unchanged; 60 is middle C
        detune cents
        low_note the lowest note that plays it
        high_note the highest note that plays it
        low_velocity the lowest velocity that plays it
        high_velocity the highest velocity that plays it
        ixml the iXML text; null if there is none
        field the tag or other note
        places where each format stores it
        """

    private static let measures = """
        integrated_lufs integrated loudness (ITU-R BS.1770-4), LUFS; null if nothing is above the gates
        momentary_max_lufs the loudest 400 ms, LUFS
        short_term_max_lufs the loudest 3 s, LUFS
        range_lu loudness range (EBU Tech 3342), LU
        true_peak_dbtp the highest peak between the samples, dBTP
        sample_peak_dbfs the highest sample, dBFS
        sample_peak_frame the frame of the highest sample
        rms_dbfs RMS, dBFS; a square wave at full scale is 0
        noise_floor_dbfs the RMS of the quietest half second, dBFS
        dc_offset the mean of all samples; full scale is 1
        clipped_samples samples at or beyond full scale
        clipped_runs runs of such samples
        leading_silence_frames frames of silence at the start
        trailing_silence_frames frames of silence at the end
        non_finite_samples samples that are NaN or infinite
        first_non_finite where the first of these is
        pcm_sha256 SHA-256 of the samples as little-endian Float32, in hexadecimal
        channel_levels the levels of each channel
        label the channel's label
        profile the result of `--profile`
        limits the limits
        quantity the key that has the limit
        unit the unit
        minimum the lowest allowed value; null is no limit
        maximum the highest allowed value; null is no limit
        passed whether every limit is met
        source where it comes from
        """

    private static let comparing = """
        verdict how alike the sounds are, from `same-file` to `different`
        reference the reference sound
        actual the sound that is compared with it
        tolerance the tolerance's name
        changed_limits the limits that were set by hand
        missed the limits that are missed, as text
        measured what was measured; keys that were not measured are null
        frames_compared frames that were compared
        aligned_frames the shift that was undone before anything was measured; positive when the actual is late
        lag_frames the shift that was found; positive when the actual is late
        gain_db how much louder the actual is, dB
        inverted whether every channel is inverted
        inverted_channels the channels that are inverted, from 1
        swapped whether channels are swapped
        channel_map the channel of the reference that each channel of the actual is, from 1
        undone_residual_db residual after shift, gain and inversion are undone, relative to the reference, dB
        peak_residual_dbfs the largest sample of the difference, dBFS
        rms_residual_dbfs the RMS of the difference in the worst channel, dBFS
        relative_residual_db the same, relative to the reference's channel, dB
        weighted_residual_lufs the ungated loudness of the difference, LUFS
        delta_lufs how much louder the actual is, integrated, LU
        delta_range_lu how much wider its loudness range is, LU
        delta_true_peak_db how much higher its true peak is, dB
        third_octave_hz centre of the third octave up to 20 kHz that differs most
        third_octave_db how much it differs, dB
        treble_hz centre of the third octave from 5 to 12.5 kHz that differs most
        treble_db how much it differs, dB
        delta_level_db how much all third octaves up to 4 kHz differ together, dB
        dropout_db the farthest that the level of 10 ms falls below the reference's, dB; null if this has no limit
        burst_db the largest difference in 25 ms, relative to the reference, dB; null if this has no limit
        first the first place beyond a limit: a sample, or the start of a window that misses one
        worst the sample that differs most
        actual_frame the same frame of the actual
        dbfs the difference there, dBFS
        residual the file that the difference was written to
        plot the picture that was drawn
        class the manifest's name, by which reports sort
        compared what was compared
        reason why it ended like this, as text
        next_step what to do next, as text
        place `FILE:LINE`, where it is declared
        file the manifest
        line the line in it
        golden the golden's file
        golden_missing whether that file is missing
        diagnosis what happened to the sound, as text
        baseline what the baseline command made
        picture the picture of the failure
        good the commit where the sound is right
        bad the commit where the sound is wrong
        first_bad the commit that changed the sound; null if it is one of the candidates
        candidates skipped commits, one of which may be the first bad one
        subject the first line of the commit's message
        author who made the commit
        difference how its sound differs from the good one, as text
        sounds the sounds that were kept of both sides
        steps the commits that were tried, in order
        commit the commit's hash
        log the output of the case's program, if the case failed
        last_lines the last lines of the log
        repeats how alike several runs of a program were; null if it ran once
        runs how often it was run
        runs_differing runs whose samples differ from the first
        runs_beyond runs beyond the case's tolerance
        worst_run the run that differs most from the first, counted from 1
        worst_seconds where it differs most
        made_by what makes the sound
        command the program's command line; null if there is none
        pairs how many pairs of runs were compared
        failed_runs runs that made no sound
        failure why the first of these failed
        same_pairs pairs with the same samples
        length_spread_frames the largest difference between their lengths, frames
        spreads the largest difference between two runs, for each limit
        limit the limit's name
        proposed a limit to set, with a margin
        departure where the render first differs from the golden's trace, as text
        comparison the comparison of the samples, if the golden is an audio file
        fingerprint the comparison of the windows, if the golden is a fingerprint
        text as text
        damages_tried how many damages `--mutate` tried
        damages_missed damages that the case would not notice
        recorded cases whose goldens were written
        skipped cases that were left out
        errors cases that could not be rendered or judged
        failed how many failed
        unreferenced_goldens goldens that no case uses
        windows how many windows there are, in all channels
        windows_beyond how many of them are beyond the tolerance
        first_seconds where the first of these is
        first_window the first of these, as text
        worst_window the window that differs most, as text
        facts what differs in the whole sound, as text
        skip why it is skipped; null if it is not
        """

    private static let jobs = """
        output the file that is written
        dither the dither: `none`, `tpdf` or `shaped`; null if nothing was rendered
        scale the factor of `--on-clip scale`
        limit_dbtp the ceiling of the limiter
        loudness how the mix was brought to its loudness; null without `--loudness`
        normalization how the mix was brought to a level; null without `--normalize`
        measure what was measured: `peak` or `rms`
        target_dbfs the level that was asked for, dBFS
        measured_dbfs the level before, dBFS
        level_dbfs the level that is written, before rounding, dBFS
        album_gain_db the gain of all files with `--album`; null without it
        stems the stems' files; null without `--stems`
        trace the trace's file; null without `--trace`
        clipping where the mix passed full scale; null if it did not
        written whether a file was written
        unchanged whether a file with the same bytes existed and was not replaced
        target_lufs the loudness that was asked for
        ceiling_dbtp the true peak that was asked for
        measured_integrated_lufs integrated loudness before, LUFS
        measured_true_peak_dbtp true peak before, dBTP
        passes how often the mix was rendered for this
        worst_amplitude the largest magnitude; full scale is 1
        worst_frame its frame
        worst_channel its channel, from 1
        contributions what each track adds to that sample, the loudest first
        amplitude the amplitude; full scale is 1
        from one end: what is read
        to the other end: what is written
        resampler the converter; null if the rate stays
        seed the dither's seed
        matrix `matrix[i][j]` is the gain from the input's channel j to the output's channel i
        format the format
        plan the plan's key, 64 digits
        shard the part of the jobs, such as `2/5`; null if it was all
        stopped the signal that stopped it
        id the job's id
        key a SHA-256 of everything that the output depends on; null if an input cannot be read
        result facts about the output; null if there is none
        remarks warnings of this run besides those of the result: about the cache or a record
        seconds how long it took; nothing else differs between two runs
        sha256 SHA-256 of the file's bytes, in hexadecimal
        status what happened to it
        kind the kind of failure; `kkmix statuses` has them
        message what went wrong, where, and what to do next, in one line
        engine the version of kkmix that has to run it
        folder the folder of the jobs' paths, relative to the plan's
        list the list's name in that folder
        job_count how many jobs there are
        inputs the inputs, as on the command line
        options the options, as on the command line
        script the script, for `sh`
        shards how many tasks it has
        reports the folder of reports and logs
        width pixels
        height pixels
        event `progress`, and `done` at the end
        pass the pass over the sound, from 1: loudness, and `--on-clip scale`, need several
        frames_done frames of this pass that are done
        jobs_done jobs that have ended
        speed speed, as a multiple of real time
        seconds_left how much longer this pass may take; null if that is not known
        """

    private static let tables = """
        meaning what it is
        example an example
        assertion the assertion's form
        caught_by the tolerances that catch it
        read what can be read
        reader what reads it
        available whether it is there
        library the library that does it; null if kkmix does it alone
        version the version
        need how much it is needed: `depends`, `recommends` or `suggests`, as in Debian's packages
        purpose what it is needed for
        debian_packages the package of Debian and Ubuntu, with each of its names in different releases
        fedora_package its name for `dnf install`; null if it is linked
        encodings what can be stored in it
        extensions the file extensions that choose it
        defaults the default encodings for 16-bit, wider and float inputs; one if they are the same
        layout_names the layouts that it can hold; none if it can hold any
        streamable whether it can go to a pipe or a device
        reproducible whether the bytes are the same on every machine
        keys the settings of sounds
        unset the value if it is left out
        outputs the labels of the output's channels
        quality the name for `--resampler`
        passband the part of the band up to half the lower rate that is kept
        ripple_db the largest error of a level in the passband, dB
        alias_dbfs the loudest alias of a tone at full scale, dBFS
        noise_dbfs the noise beside such a tone, dBFS
        taps input frames used for an output frame
        arithmetic the type of number it computes with
        band_frequencies the centres of the equaliser's bands, hertz
        curve_frequencies the frequencies of the curves' points, hertz
        gains_db the gain of each band, dB
        curve_db the curve at each frequency, dB
        number the number in the unit's list of presets
        keyword the name for `--eq`
        lines whether it is JSON Lines; the schema is then that of a line
        json_schema the JSON Schema
        """

    private static let coreAudio = """
        max_frames_per_slice the largest slice
        nodes the units, in the order in which they were added
        connections the connections from outputs to inputs
        conversions every implicit conversion, trim, gain and latency, as text
        sub_type the code of four characters
        manufacturer the code of four characters
        source_bus the output's number
        destination the node that receives it
        destination_bus the input's number
        format_id the code of four characters
        format_flags mFormatFlags
        bytes_per_frame bytes of a frame
        channels_per_frame channels of a frame
        bits_per_channel bits of a sample
        description as text
        maker who made it
        plugin_number the unique number of a LADSPA plug-in
        tried what was tried
        unit_name the name for `--unit`
        certificate whether its sound is `portable`, of `this machine`, `varies`, or it `fails`; null without `--check`
        seen what the check found
        plugin_latency the latency that a plug-in reports, in frames
        lack what a plug-in needs that kkmix does not have
        audio_inputs the number of input channels
        side_chain_inputs the number of channels of a side chain
        audio_outputs the number of output channels
        input_buses how many inputs there are
        output_buses how many outputs there are
        latency by how much the output is late, in seconds
        tail_time how long it sounds after its input has ended, in seconds; null if it never ends
        parameters the parameters
        properties the properties of its own
        scope the scope
        default_value the value of a new unit
        maximum_per_rate the end of the range as a fraction of the sample rate; null if it does not depend on the rate
        is_writable whether it can be set
        is_read_only whether it cannot be set
        value_names the names of the values, from 0
        """
}
